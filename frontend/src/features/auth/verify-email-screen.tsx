import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { verifyEmail } from '#shared/contract/auth';
import { callApi } from '../../lib/api';
import { failureText } from '../../lib/api-failure';
import { paths } from '../../lib/paths';
import { useTimeout } from '../../lib/use-timeout';
import { Button, Spinner } from '../../ui/basics';
import { showToast } from '../../ui/toast';
import { AuthHeading } from './auth-heading';
import { LeaveLink } from './leave-link';
import { NoReferrer, useLinkToken } from './use-link-token';
import { ResendVerification } from './resend-verification';
import { ResultView } from './result-view';

/** Spec 9: redirect after a verification, in milliseconds. */
const redirectAfter = 3000;

type View = { name: 'idle' } | { name: 'loading' } | { name: 'success' } | { name: 'error'; text: string };

/** The confirmation link of a registration leads here; its token is sent at once (spec 2, E-mail verification). */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [view, setView] = useState<View>(token ? { name: 'loading' } : { name: 'idle' });
  // A token works once, so it is sent once; React may run the effect twice.
  const sent = useRef<string>(undefined);

  useEffect(() => {
    if (!token || sent.current === token) return;
    sent.current = token;
    callApi(verifyEmail, { query: { token } }).then(
      () => {
        setView({ name: 'success' });
        showToast({ tone: 'success', title: 'メールアドレス確認完了', description: 'ログインできます' });
      },
      (error: unknown) => {
        const refused = 'メールアドレスの確認に失敗しました';
        setView({ name: 'error', text: failureText(error, { refused, unreachable: refused }) });
      },
    );
  }, [token]);

  const toLogin = (): void => void navigate(paths.login, { replace: true });
  useTimeout(toLogin, view.name === 'success' ? redirectAfter : null);

  if (view.name === 'loading') {
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
  if (view.name === 'success') {
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
      {view.name === 'error' ? (
        <ResultView tone="danger" title="確認できませんでした">
          <p className="text-danger">{view.text}</p>
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
