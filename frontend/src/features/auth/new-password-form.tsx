import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { resetPassword } from '#shared/contract/auth';
import { accountTexts, newPasswordSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { unexpectedText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { useTimeout } from '../../lib/use-timeout';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { PasswordField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from './auth-heading';
import { NewPasswordField } from './new-password-field';

/** Spec 9: redirect after a reset by token, in milliseconds. */
const redirectAfter = 3000;

const schema = z.object({ password: newPasswordSchema, confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: accountTexts.passwordsDiffer,
  }),
);

/** Sets a new password with the token of the mailed link. A success leads to the start after 3 seconds. */
export function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const form = useSubmitForm(schema, {
    defaultValues: { password: '', confirmation: '' },
    send: async ({ password }) => {
      await callApi(resetPassword, { body: { token, password } });
      setDone(true);
    },
    failed: { unreachable: unexpectedText },
  });
  const password = useWatch({ control: form.rhf.control, name: 'password' });
  useTimeout(() => void navigate(paths.home, { replace: true }), done ? redirectAfter : null);

  if (done) {
    return (
      <>
        <AuthHeading title="新しいパスワードの設定" />
        <Alert live tone="success" title="パスワードを変更しました">
          新しいパスワードでログインしてください。まもなくログイン画面へ移動します。
        </Alert>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="新しいパスワードの設定">これから使うパスワードを入力してください。</AuthHeading>
      <Form form={form}>
        <NewPasswordField label="新しいパスワード" password={password} {...form.field('password')} />
        <PasswordField
          label="新しいパスワード（確認）"
          required
          autoComplete="new-password"
          {...form.field('confirmation', { deps: ['password'] })}
        />
        <Button type="submit" block busy={form.busy}>
          パスワードを変更
        </Button>
      </Form>
    </>
  );
}
