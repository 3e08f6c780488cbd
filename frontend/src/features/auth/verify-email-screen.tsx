import { useEffect, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { verifyEmail, resendVerification } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { accountTexts } from '#shared/model/account-texts';
import { callApi, failedWith, failureText } from '../../lib/api';
import { useCall } from '../../lib/use-call';
import { paths } from '../../lib/paths';
import { useTimeout } from '../../lib/use-timeout';
import { Button, Spinner } from '../../ui/basics';
import { showToast } from '../../ui/toast';
import { AuthHeading } from '../../ui/page';
import { LeaveLink, NoReferrer, useLinkToken, ResultView } from './screen-parts';
import { EmailField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';

const unverified = 'メールアドレスの確認に失敗しました';

/** Spec 9: redirect after a verification, in milliseconds. */
const redirectAfter = 3000;

/** The confirmation link of a registration leads here; its token is sent at once (spec 2, E-mail verification). */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const { data, error } = useCall(verifyEmail, token ? { query: { token } } : null);
  const verified = data !== undefined;
  useEffect(() => {
    if (verified) showToast({ tone: 'success', title: 'メールアドレス確認完了', description: 'ログインできます' });
  }, [verified]);

  const toLogin = (): void => void navigate(paths.login, { replace: true });
  useTimeout(toLogin, verified ? redirectAfter : null);

  if (token && !verified && !error) {
    return (
      <div className="text-center">
        <NoReferrer />
        <AuthHeading title="メールアドレスの確認" />
        <output aria-busy className="flex flex-col items-center gap-4 pb-2 text-ink-soft">
          <Spinner className="size-9 text-accent" />
          メールアドレスを確認しています…
        </output>
      </div>
    );
  }
  if (verified) {
    return (
      <ResultView tone="success" title="メールアドレスを確認しました">
        <p className="text-ink-soft">まもなくログイン画面へ移動します。</p>
        <div className="mt-6">
          <Button block onClick={toLogin}>
            ログイン画面へ
          </Button>
        </div>
      </ResultView>
    );
  }
  return (
    <>
      {error ? (
        <ResultView tone="danger" title="メールアドレスを確認できませんでした">
          <p className="text-ink-soft">
            {failedWith(error, 'LINK_INVALID')
              ? 'リンクの期限が切れたか、すでに確認済みです。確認済みの場合は、そのままログインできます。'
              : failureText(error, { refused: unverified, unreachable: unverified })}
          </p>
        </ResultView>
      ) : (
        <AuthHeading title="メールアドレスの確認">
          確認メールに記載されたリンクを開いてください。メールが届かないときは、もう一度お送りできます。
        </AuthHeading>
      )}
      <ResendVerification />
      <LeaveLink />
    </>
  );
}

const schema = z.object({ email: emailSchema });
const refused = '確認メールの再送信に失敗しました';

/** Has the confirmation mail sent again. A toast reports an empty field (spec 5), the field itself a wrong address. */
function ResendVerification() {
  const form = useSubmitForm(schema, {
    defaultValues: { email: '' },
    send: async (body) => {
      await callApi(resendVerification, { body });
      showToast({ tone: 'success', title: '確認メール再送信', description: '確認メールを再送信しました' });
    },
    failed: { title: 'エラー', refused, unreachable: refused },
  });

  const submit = (event: FormEvent): void => {
    if (form.rhf.getValues('email').trim() !== '') return form.submit(event);
    event.preventDefault();
    showToast({ tone: 'danger', title: 'エラー', description: accountTexts.emailRequired });
    form.rhf.setFocus('email');
  };

  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      <EmailField label="メールアドレス" autoComplete="email" readOnly={form.busy} {...form.field('email')} />
      <Button type="submit" block disabled={form.busy}>
        {form.busy ? '送信中...' : '確認メールを再送信'}
      </Button>
    </form>
  );
}
