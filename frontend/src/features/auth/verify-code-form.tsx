import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { resendRegistration, verifyRegistration } from '#shared/contract/auth';
import type { ResponseOf } from '#shared/contract/call';
import { registrationCodeSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { useBusy } from '../../lib/use-busy';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/toast';
import { AuthHeading } from './auth-heading';
import { CodeField } from '../../ui/code-field';
import { failureText } from '../../lib/failure-text';

const schema = z.object({ verificationCode: registrationCodeSchema });
const unreachable = '通信エラーが発生しました';

interface VerifyCodeFormProps {
  email: string;
  onBack: () => void;
  onVerified: (answer: ResponseOf<typeof verifyRegistration>) => void;
}

/** Step 2 of registration: the code from the mail. */
export function VerifyCodeForm({ email, onBack, onVerified }: VerifyCodeFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { verificationCode: '' },
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const [resending, whileResending] = useBusy();

  useEffect(() => setFocus('verificationCode'), [setFocus]);

  const submit = handleSubmit(async ({ verificationCode }) => {
    try {
      onVerified(await whileBusy(() => callApi(verifyRegistration, { body: { email, verificationCode } })));
    } catch (error) {
      showToast({
        tone: 'danger',
        title: 'エラー',
        description: failureText(error, { refused: '認証に失敗しました', unreachable }),
      });
      setFocus('verificationCode', { shouldSelect: true });
    }
  });

  const resend = async (): Promise<void> => {
    try {
      await whileResending(() => callApi(resendRegistration, { body: { email } }));
      showToast({ tone: 'success', title: '認証コードを再送信しました', description: 'メールをご確認ください。' });
    } catch (error) {
      showToast({
        tone: 'danger',
        title: 'エラー',
        description: failureText(error, { refused: '認証コードの再送信に失敗しました', unreachable }),
      });
    }
  };

  return (
    <>
      <AuthHeading title="メールアドレスの確認">
        <strong className="font-semibold break-all text-ink">{email}</strong>{' '}
        に送信した6桁の認証コードを入力してください。
      </AuthHeading>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          <CodeField label="認証コード" error={errors.verificationCode?.message} {...register('verificationCode')} />
          <Button type="submit" block busy={busy}>
            認証する
          </Button>
          <div className="grid gap-3 border-t border-line pt-5 sm:grid-cols-2">
            <Button variant="secondary" block busy={resending} onClick={() => void resend()}>
              コードを再送信
            </Button>
            <Button variant="quiet" block onClick={onBack}>
              戻る
            </Button>
          </div>
        </fieldset>
      </form>
    </>
  );
}
