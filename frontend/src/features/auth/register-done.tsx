import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useTimeout } from '../../lib/use-timeout';
import { ButtonLink } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { ResultView } from './result-view';

/** Spec 9: redirect after an automatic sign-in, in milliseconds. */
const redirectAfter = 1000;

/** Step 3 of registration: signed in and on the way home, or on to the login (spec 4). */
export function RegisterDone({ username, autoLogin }: { username: string; autoLogin: boolean }) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();

  const goHome = async (): Promise<void> => {
    await signedIn();
    await navigate(paths.home, { replace: true });
  };
  useTimeout(() => void goHome(), autoLogin ? redirectAfter : null);

  return (
    <ResultView tone="success" title="登録が完了しました">
      <p>{username}さん、ご登録ありがとうございます。</p>
      {autoLogin ? (
        <p className="mt-4 inline-flex items-center gap-2 text-ink-soft">
          <Spinner className="size-4" />
          ホームへ移動しています…
        </p>
      ) : (
        <div className="mt-6">
          <ButtonLink to={paths.login} block>
            ログイン
          </ButtonLink>
        </div>
      )}
    </ResultView>
  );
}
