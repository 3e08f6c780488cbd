import * as z from 'zod/mini';
import { resendRegistration, verifyRegistration } from '#shared/contract/auth';
import type { ResponseOf } from '#shared/contract/call';
import { registrationCodeSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { Button } from '../../ui/basics';
import { CodeField } from '../../ui/fields';
import { Form } from '../../ui/form';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from './auth-heading';

const schema = z.object({ verificationCode: registrationCodeSchema });

interface VerifyCodeFormProps {
  email: string;
  onBack: () => void;
  onVerified: (response: ResponseOf<typeof verifyRegistration>) => void;
}

/** Step 2 of registration asks for the code from the mail. */
export function VerifyCodeForm({ email, onBack, onVerified }: VerifyCodeFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: { verificationCode: '' },
    focusFirst: true,
    send: async ({ verificationCode }) =>
      onVerified(await callApi(verifyRegistration, { body: { email, verificationCode } })),
    failed: { title: 'エラー', refused: '認証に失敗しました' },
  });
  const [resend, resending] = useAction(
    async () => {
      await callApi(resendRegistration, { body: { email } });
      showToast({ tone: 'success', title: '認証コードを再送信しました', description: 'メールをご確認ください。' });
    },
    { title: 'エラー', refused: '認証コードの再送信に失敗しました' },
  );

  return (
    <>
      <AuthHeading title="メールアドレスの確認">
        <strong className="font-semibold break-all text-ink">{email}</strong>{' '}
        に送信した6桁の認証コードを入力してください。
      </AuthHeading>
      <Form form={form}>
        <CodeField label="認証コード" {...form.field('verificationCode')} />
        <Button type="submit" block busy={form.busy}>
          認証する
        </Button>
        <div className="grid gap-3 border-t border-line pt-5 sm:grid-cols-2">
          <Button variant="secondary" block busy={resending} onClick={resend}>
            コードを再送信
          </Button>
          <Button variant="quiet" block onClick={onBack}>
            戻る
          </Button>
        </div>
      </Form>
    </>
  );
}
