import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { requestReset } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { useBusy } from '../../lib/use-busy';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { AuthHeading } from './auth-heading';
import { failureText, unexpectedText } from '../../lib/failure-text';

const schema = z.object({ email: emailSchema });

/** Asks for the link. Known and unknown addresses get the same answer. */
export function ResetRequestForm() {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const [refused, setRefused] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();

  const submit = handleSubmit(async ({ email }) => {
    setRefused(undefined);
    try {
      await whileBusy(() => callApi(requestReset, { body: { email } }));
      setSentTo(email);
    } catch (error) {
      setRefused(failureText(error, { unreachable: unexpectedText }));
      setFocus('email');
    }
  });

  if (sentTo) {
    return (
      <>
        <AuthHeading title="パスワードの再設定" />
        <Alert tone="success" title="メールを送信しました">
          <strong className="font-semibold break-all">{sentTo}</strong>{' '}
          宛に、再設定のリンクをお送りしました。届かないときは、迷惑メールのフォルダもご確認ください。
        </Alert>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="パスワードの再設定">
        ご登録のメールアドレスに、再設定のためのリンクをお送りします。
      </AuthHeading>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          {refused && <Alert tone="danger">{refused}</Alert>}
          <TextField
            label="メールアドレス"
            required
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" block busy={busy}>
            再設定メールを送信
          </Button>
        </fieldset>
      </form>
    </>
  );
}
