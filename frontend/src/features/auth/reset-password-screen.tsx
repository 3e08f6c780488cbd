import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { resetPassword, requestReset } from '#shared/contract/auth';
import { newPasswordSchema, emailSchema } from '#shared/model/account';
import { accountTexts } from '#shared/model/account-texts';
import { paths } from '../../lib/paths';
import { LeaveLink, NoReferrer, useLinkToken } from './screen-parts';
import { callApi, unexpectedText } from '../../lib/api';
import { useSessionChanges } from '../../lib/session';
import { useTimeout } from '../../lib/use-timeout';
import { Alert, Button } from '../../ui/basics';
import { Folded } from '../../ui/disclosure';
import { CheckboxField } from '../../ui/fields';
import { Form } from '../../ui/form';
import { PasswordField, EmailField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from '../../ui/page';
import { NewPasswordField } from './new-password-field';

/** Without a token: has a link mailed. With the link's token: sets the new password (spec 2, Password reset). */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  return (
    <>
      <NoReferrer />
      {token ? <NewPasswordForm token={token} /> : <ResetRequestForm />}
      <LeaveLink />
    </>
  );
}

/** Spec 9: redirect after a reset by token, in milliseconds. */
const redirectAfter = 3000;

const fields = z.object({
  password: newPasswordSchema,
  confirmation: z.string(),
  removeSecondStep: z.boolean(),
});
const schema = fields.check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: accountTexts.passwordsDiffer,
  }),
);

/** Whether a token is an invitation's (docs/moving-in.md): it ends with a secret, one of a reset with six digits. */
const isInvitation = (token: string): boolean => /\.[\w-]{43}$/.test(token);

/**
 * Sets a new password with the token of the mailed link, or the first one of whoever was invited. A success leads to
 * the start after 3 seconds.
 */
function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const [done, setDone] = useState<string>();
  const first = isInvitation(token);
  const title = first ? 'パスワードの設定' : '新しいパスワードの設定';
  const form = useSubmitForm(schema, {
    defaultValues: { password: '', confirmation: '', removeSecondStep: false },
    send: async ({ password, removeSecondStep }) => {
      const body = { token, password, ...(removeSecondStep && { removeSecondStep }) };
      const { message } = await callApi(resetPassword, { body });
      setDone(removeSecondStep ? message : '新しいパスワードでログインしてください。');
    },
    failed: { unreachable: unexpectedText },
  });
  const password = form.rhf.watch('password');
  // The reset has ended every session, also the one of this browser.
  const { forget } = useSessionChanges();
  const leave = async (): Promise<void> => {
    await navigate(paths.home, { replace: true });
    await forget();
  };
  useTimeout(() => void leave(), done === undefined ? null : redirectAfter);

  if (done !== undefined) {
    return (
      <>
        <AuthHeading title={title} />
        <Alert live tone="success" title={first ? 'パスワードを設定しました' : 'パスワードを変更しました'}>
          {done}まもなくログイン画面へ移動します。
        </Alert>
      </>
    );
  }
  return (
    <>
      <AuthHeading title={title} />
      <Form form={form}>
        <NewPasswordField label="新しいパスワード" password={password} {...form.field('password')} />
        <PasswordField
          label="新しいパスワード（確認）"
          required
          autoComplete="new-password"
          {...form.field('confirmation', { deps: ['password'] })}
        />
        {!first && (
          <Folded label="覚えのない2段階認証を求められるとき" className="-mt-2">
            <CheckboxField
              label="2段階認証も解除する"
              help="認証アプリ・SMS・リカバリーコードの設定を解除します。店舗が登録されているアカウントでは、解除されません。"
              {...form.field('removeSecondStep')}
            />
          </Folded>
        )}
        <Button type="submit" block busy={form.busy}>
          {first ? 'パスワードを設定' : 'パスワードを変更'}
        </Button>
      </Form>
      <LeaveLink to={paths.resetPassword} reloadDocument>
        再設定メールを送り直す
      </LeaveLink>
    </>
  );
}

const requestSchema = z.object({ email: emailSchema });

/** Requests the link. Known and unknown addresses get the same response. */
function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useSubmitForm(requestSchema, {
    defaultValues: { email: '' },
    send: async (body) => {
      await callApi(requestReset, { body });
      setSentTo(body.email);
    },
    failed: { unreachable: unexpectedText },
  });

  if (sentTo) {
    return (
      <>
        <AuthHeading title="パスワードの再設定" />
        <Alert live tone="success" title="再設定のお申し込みを受け付けました">
          <strong className="font-semibold break-all">{sentTo}</strong>{' '}
          がご登録のメールアドレスであれば、お手続きのメールが届きます。届かないときは、入力したメールアドレスと、迷惑メールのフォルダをご確認ください。
        </Alert>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="パスワードの再設定">再設定のためのリンクをメールでお送りします。</AuthHeading>
      <Form form={form}>
        <EmailField label="メールアドレス" required autoComplete="username" {...form.field('email')} />
        <Button type="submit" block busy={form.busy}>
          再設定メールを送信
        </Button>
      </Form>
    </>
  );
}
