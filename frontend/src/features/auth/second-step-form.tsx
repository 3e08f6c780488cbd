import { useState } from 'react';
import * as z from 'zod/mini';
import { secondStepLifetime } from '#shared/limits';
import { signInCodeSchema } from '#shared/model/account';
import { Button } from '../../ui/basics';
import { Form } from '../../ui/form';
import { useSubmitForm } from '../../ui/use-submit-form';
import { CodeField } from '../../ui/fields';
import { AuthHeading } from './auth-heading';
import { RecoveryCodeForm } from './recovery-code-form';
import { SmsHelp } from './sms-help';
import { useSecondStep } from './use-second-step';

/** The second step of a sign-in that has passed its first. */
export interface Challenge {
  mfaType: 'sms' | 'totp';
  /** The last digits of the number that got the SMS, as far as the server says. */
  lastDigits?: string;
  /** Has another SMS sent. @throws {ApiFailure} if none was sent. */
  sendAgain: () => Promise<void>;
}

const schema = z.object({ code: signInCodeSchema });

const words = {
  sms: { label: '認証コード（SMS）', text: 'SMSで届いた6桁の認証コードを入力してください。' },
  totp: { label: '認証コード（TOTP）', text: '認証アプリに表示されている6桁の認証コードを入力してください。' },
} as const;

interface SecondStepFormProps {
  challenge: Challenge;
  onBack: (why?: string) => void;
}

/** The second step of a sign-in (spec 2, Login); a user who has lost the app or the number enters a recovery code. */
export function SecondStepForm({ challenge, onBack }: SecondStepFormProps) {
  const [recovering, setRecovering] = useState(false);
  if (recovering) return <RecoveryCodeForm onUseCode={() => setRecovering(false)} onBack={onBack} />;
  return <CodeStep challenge={challenge} onBack={onBack} onRecover={() => setRecovering(true)} />;
}

function CodeStep({ challenge, onBack, onRecover }: SecondStepFormProps & { onRecover: () => void }) {
  const { mfaType, lastDigits, sendAgain } = challenge;
  const form = useSubmitForm(schema, {
    defaultValues: { code: '' },
    focusFirst: true,
    ...useSecondStep(onBack),
  });

  return (
    <>
      <AuthHeading title="2段階認証">
        {words[mfaType].text}
        {lastDigits && `末尾が${lastDigits}の電話番号に送信しました。`}
        {mfaType === 'sms' && `コードは${secondStepLifetime / 60}分間有効です。`}
      </AuthHeading>
      <Form form={form}>
        <CodeField label={words[mfaType].label} {...form.field('code')} />
        <Button type="submit" block busy={form.busy}>
          認証
        </Button>
        {mfaType === 'sms' && <SmsHelp sendAgain={sendAgain} onSent={() => form.rhf.setFocus('code')} />}
        <div className="space-y-1">
          <Button variant="quiet" block onClick={onRecover}>
            リカバリーコードを使う
          </Button>
          <Button variant="quiet" block onClick={() => onBack()}>
            ログイン画面に戻る
          </Button>
        </div>
      </Form>
    </>
  );
}
