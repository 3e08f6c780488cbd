import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { requestRegistration } from '#shared/contract/auth';
import { emailSchema, newPasswordSchema, usernameSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { paths } from '../../lib/paths';
import { useBusy } from '../../lib/use-busy';
import { Button, ButtonLink } from '../../ui/button';
import { PasswordField, TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { AuthHeading } from './auth-heading';
import { failureText } from '../../lib/failure-text';
import { StrengthMeter } from './strength-meter';
import { showWrongFields } from '../../lib/wrong-fields';

const schema = z.object({ email: emailSchema, username: usernameSchema, password: newPasswordSchema });
export type Registration = z.output<typeof schema>;

interface RegisterFormProps {
  initial: Registration;
  onSent: (registration: Registration) => void;
}

/** Step 1 of registration: has a code mailed to the address. */
export function RegisterForm({ initial, onSent }: RegisterFormProps) {
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: initial,
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const password = useWatch({ control, name: 'password' });

  const submit = handleSubmit(async (values) => {
    try {
      await whileBusy(() => callApi(requestRegistration, { body: values }));
      onSent(values);
    } catch (error) {
      if (showWrongFields(error, ['email', 'username', 'password'], setError)) return;
      showToast({
        tone: 'danger',
        title: 'エラー',
        description: failureText(error, { refused: '新規登録に失敗しました', unreachable: '通信エラーが発生しました' }),
      });
    }
  });

  return (
    <>
      <AuthHeading title="新規登録">ご入力のメールアドレスに、確認のためのメールをお送りします。</AuthHeading>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
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
          <TextField
            label="ユーザー名"
            required
            autoComplete="nickname"
            help="3文字以上。ポータルの中でお呼びするお名前です。"
            error={errors.username?.message}
            {...register('username')}
          />
          <div>
            <PasswordField
              label="パスワード"
              required
              autoComplete="new-password"
              help="8文字以上"
              error={errors.password?.message}
              {...register('password')}
            />
            <StrengthMeter password={password} />
          </div>
          <Button type="submit" block busy={busy}>
            確認メールを送信
          </Button>
        </fieldset>
      </form>
      <div className="mt-3">
        <ButtonLink to={paths.login} variant="quiet" block>
          ログイン画面に戻る
        </ButtonLink>
      </div>
    </>
  );
}
