import * as z from 'zod/mini';
import { recoveryCodeSchema } from '#shared/model/account';
import { Button } from '../../ui/basics';
import { Form } from '../../ui/form';
import { useSubmitForm } from '../../ui/use-submit-form';
import { TextField } from '../../ui/text-field';
import { AuthHeading } from './auth-heading';
import { useSecondStep } from './use-second-step';

const schema = z.object({ recoveryCode: recoveryCodeSchema });

interface RecoveryCodeFormProps {
  onUseCode: () => void;
  onBack: (why?: string) => void;
}

/** The second step with one of the ten codes that were shown when it was set up. */
export function RecoveryCodeForm({ onUseCode, onBack }: RecoveryCodeFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: { recoveryCode: '' },
    focusFirst: true,
    ...useSecondStep(onBack),
  });

  return (
    <>
      <AuthHeading title="2段階認証">
        2段階認証の設定時に保管したリカバリーコードを、ひとつ入力してください。使ったコードは無効になります。
      </AuthHeading>
      <Form form={form}>
        <TextField
          label="リカバリーコード"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={11}
          placeholder="XXXXX-XXXXX"
          className="text-center font-mono text-lg font-semibold tracking-widest uppercase placeholder:font-normal"
          {...form.field('recoveryCode')}
        />
        <Button type="submit" block busy={form.busy}>
          認証
        </Button>
        <div className="space-y-1">
          <Button variant="quiet" block onClick={onUseCode}>
            認証コードを使う
          </Button>
          <Button variant="quiet" block onClick={() => onBack()}>
            ログイン画面に戻る
          </Button>
        </div>
      </Form>
    </>
  );
}
