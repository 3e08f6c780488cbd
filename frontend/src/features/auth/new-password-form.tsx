import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { resetPassword } from '#shared/contract/auth';
import { accountTexts, newPasswordSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { paths } from '../../lib/paths';
import { useBusy } from '../../lib/use-busy';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { PasswordField } from '../../ui/text-field';
import { AuthHeading } from './auth-heading';
import { failureText, unexpectedText } from '../../lib/failure-text';
import { StrengthMeter } from './strength-meter';
import { showWrongFields } from '../../lib/wrong-fields';

/** Spec 9: redirect after a reset by token, in milliseconds. */
const redirectAfter = 3000;

const schema = z.object({ password: newPasswordSchema, confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: accountTexts.passwordsDiffer,
  }),
);

/** Sets a new password with the token of the mailed link; its success leads to the start after 3 s. */
export function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const password = useWatch({ control, name: 'password' });
  const [refused, setRefused] = useState<string>();
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(paths.home, { replace: true }), redirectAfter);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const submit = handleSubmit(async (values) => {
    setRefused(undefined);
    try {
      await whileBusy(() => callApi(resetPassword, { body: { token, password: values.password } }));
      setDone(true);
    } catch (error) {
      if (!showWrongFields(error, ['password'], setError))
        setRefused(failureText(error, { unreachable: unexpectedText }));
    }
  });

  if (done) {
    return (
      <>
        <AuthHeading title="新しいパスワードの設定" />
        <Alert tone="success" title="パスワードを変更しました">
          新しいパスワードでログインしてください。まもなくログイン画面へ移動します。
        </Alert>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="新しいパスワードの設定">これから使うパスワードを入力してください。</AuthHeading>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          {refused && <Alert tone="danger">{refused}</Alert>}
          <div>
            <PasswordField
              label="新しいパスワード"
              required
              autoComplete="new-password"
              help="8文字以上"
              error={errors.password?.message}
              {...register('password')}
            />
            <StrengthMeter password={password} />
          </div>
          <PasswordField
            label="新しいパスワード（確認）"
            required
            autoComplete="new-password"
            error={errors.confirmation?.message}
            {...register('confirmation', { deps: ['password'] })}
          />
          <Button type="submit" block busy={busy}>
            パスワードを変更
          </Button>
        </fieldset>
      </form>
    </>
  );
}
