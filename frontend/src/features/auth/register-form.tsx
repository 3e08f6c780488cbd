import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { requestRegistration } from '#shared/contract/auth';
import { emailSchema, newPasswordSchema, usernameSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { Button } from '../../ui/basics';
import { Form } from '../../ui/form';
import { EmailField, TextField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from './auth-heading';
import { LeaveLink } from './leave-link';
import { NewPasswordField } from './new-password-field';

const schema = z.object({ email: emailSchema, username: usernameSchema, password: newPasswordSchema });
export type Registration = z.output<typeof schema>;

interface RegisterFormProps {
  initial: Registration;
  onSent: (registration: Registration) => void;
}

/** Step 1 of registration has a code mailed to the address. */
export function RegisterForm({ initial, onSent }: RegisterFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: initial,
    send: async (body) => {
      await callApi(requestRegistration, { body });
      onSent(body);
    },
    failed: { title: 'エラー', refused: '新規登録に失敗しました' },
  });
  const password = useWatch({ control: form.rhf.control, name: 'password' });

  return (
    <>
      <AuthHeading title="新規登録">ご入力のメールアドレスに、確認のためのメールをお送りします。</AuthHeading>
      <Form form={form}>
        <EmailField label="メールアドレス" required autoComplete="username" {...form.field('email')} />
        <TextField
          label="ユーザー名"
          required
          autoComplete="nickname"
          help="3文字以上（例：田中美咲）。ポータルの中でお呼びするお名前です。"
          {...form.field('username')}
        />
        <NewPasswordField label="パスワード" password={password} {...form.field('password')} />
        <Button type="submit" block busy={form.busy}>
          確認メールを送信
        </Button>
      </Form>
      <LeaveLink />
    </>
  );
}
