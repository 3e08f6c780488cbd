import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { login } from '#shared/contract/auth';
import { emailSchema, givenPasswordSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { ApiFailure } from '../../lib/api-failure';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useBusy } from '../../lib/use-busy';
import { Alert } from '../../ui/alert';
import { Button, ButtonLink } from '../../ui/button';
import { PasswordField, TextField } from '../../ui/text-field';
import { AuthHeading } from './auth-heading';
import { failureText, unexpectedText } from '../../lib/failure-text';
import type { MfaType } from './second-step-form';

const schema = z.object({ email: emailSchema, password: givenPasswordSchema });

interface LoginFormProps {
  /** What was typed before, when one comes back from the second step. */
  email: string;
  /** Why one was sent back here. */
  problem: string | undefined;
  onSecondStep: (mfaType: MfaType, email: string) => void;
}

/** E-mail and password. A refusal keeps both and is said above them. */
export function LoginForm({ email, problem, onSecondStep }: LoginFormProps) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { email, password: '' },
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const [refused, setRefused] = useState(problem);

  const submit = handleSubmit(async (values) => {
    setRefused(undefined);
    try {
      await whileBusy(async () => {
        await callApi(login, { body: values });
        await signedIn();
      });
      await navigate(paths.home, { replace: true });
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'MFA_REQUIRED') {
        // Spec 3: `sms`, anything else is the authenticator app.
        onSecondStep(error.details.mfaType === 'sms' ? 'sms' : 'totp', values.email);
        return;
      }
      setRefused(failureText(error, { refused: 'ログインに失敗しました', unreachable: unexpectedText }));
      // The fields were off and lost the focus: it goes where the mistake most often is.
      setFocus('password');
    }
  });

  return (
    <>
      <AuthHeading title="ログイン" />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          {refused && <Alert tone="danger">{refused}</Alert>}
          <TextField
            label="メールアドレス"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email?.message}
            {...register('email')}
          />
          <div>
            <PasswordField
              label="パスワード"
              autoComplete="current-password"
              error={errors.password?.message}
              {...register('password')}
            />
            <p className="mt-1 text-right">
              <Link
                to={paths.resetPassword}
                className="inline-flex min-h-11 items-center rounded text-sm font-semibold text-accent-ink underline-offset-4 hover:underline"
              >
                パスワードをお忘れですか？
              </Link>
            </p>
          </div>
          <Button type="submit" block busy={busy}>
            ログイン
          </Button>
        </fieldset>
      </form>
      <div className="mt-6 border-t border-line pt-6">
        <ButtonLink to={paths.register} variant="secondary" block className="text-sm sm:text-base">
          アカウントをお持ちでない方はこちら
        </ButtonLink>
      </div>
    </>
  );
}
