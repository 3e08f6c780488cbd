import { useState } from 'react';
import * as z from 'zod/mini';
import { signInCodeSchema } from '#shared/model/account';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { useSubmitForm } from '../../ui/use-submit-form';
import { CodeField } from '../../ui/code-field';
import { AuthHeading } from './auth-heading';
import { RecoveryCodeForm } from './recovery-code-form';
import { useSecondStep } from './use-second-step';

export type MfaType = 'sms' | 'totp';

const schema = z.object({ code: signInCodeSchema });

const words = {
  sms: { label: '認証コード（SMS）', text: 'SMSで届いた6桁の認証コードを入力してください。' },
  totp: { label: '認証コード（TOTP）', text: '認証アプリに表示されている6桁の認証コードを入力してください。' },
} as const;

interface SecondStepFormProps {
  mfaType: MfaType;
  onBack: (why?: string) => void;
}

/** The second step of a sign-in (spec 2, Login); a user who has lost the authenticator app enters a recovery code. */
export function SecondStepForm({ mfaType, onBack }: SecondStepFormProps) {
  const [recovering, setRecovering] = useState(false);
  if (recovering) return <RecoveryCodeForm onUseApp={() => setRecovering(false)} onBack={onBack} />;
  return (
    <CodeStep
      mfaType={mfaType}
      onBack={onBack}
      onRecover={mfaType === 'totp' ? () => setRecovering(true) : undefined}
    />
  );
}

function CodeStep({ mfaType, onBack, onRecover }: SecondStepFormProps & { onRecover: (() => void) | undefined }) {
  const form = useSubmitForm(schema, {
    defaultValues: { code: '' },
    focusFirst: true,
    ...useSecondStep(onBack),
  });

  return (
    <>
      <AuthHeading title="2段階認証">{words[mfaType].text}</AuthHeading>
      <Form form={form}>
        <CodeField label={words[mfaType].label} {...form.field('code')} />
        <Button type="submit" block busy={form.busy}>
          認証
        </Button>
        <div className="space-y-1">
          {onRecover && (
            <Button variant="quiet" block onClick={onRecover}>
              リカバリーコードを使う
            </Button>
          )}
          <Button variant="quiet" block onClick={() => onBack()}>
            ログイン画面に戻る
          </Button>
        </div>
      </Form>
    </>
  );
}
