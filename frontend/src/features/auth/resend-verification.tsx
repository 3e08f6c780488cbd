import { zodResolver } from '@hookform/resolvers/zod';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { resendVerification } from '#shared/contract/auth';
import { accountTexts, emailSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { useBusy } from '../../lib/use-busy';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { failureText } from '../../lib/failure-text';

const schema = z.object({ email: emailSchema });

/**
 * Has the confirmation mail sent again. An empty field is told by a toast (spec 5), a wrong address under the field.
 */
export function ResendVerification() {
  const { register, handleSubmit, getValues, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { email: '' },
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();

  const send = handleSubmit(async ({ email }) => {
    try {
      await whileBusy(() => callApi(resendVerification, { body: { email } }));
      showToast({ tone: 'success', title: '確認メール再送信', description: '確認メールを再送信しました' });
    } catch (error) {
      const refused = '確認メールの再送信に失敗しました';
      showToast({
        tone: 'danger',
        title: 'エラー',
        description: failureText(error, { refused, unreachable: refused }),
      });
    }
  });

  const submit = (event: FormEvent): void => {
    if (getValues('email').trim() !== '') return void send(event as never);
    event.preventDefault();
    showToast({ tone: 'danger', title: 'エラー', description: accountTexts.emailRequired });
    setFocus('email');
  };

  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      <TextField
        label="メールアドレス"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={busy}
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" block disabled={busy}>
        {busy ? '送信中...' : '確認メールを再送信'}
      </Button>
    </form>
  );
}
