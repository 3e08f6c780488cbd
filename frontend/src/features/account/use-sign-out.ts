import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure } from '../../lib/api-failure';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { showToast } from '../../ui/toast';

/** Spec 7's text for any 5xx of a sign-out. */
const serverError = 'サーバーエラーが発生しました';

/** Ends the session. A failure is shown, `onFailure` is called, and the user stays signed in. */
export function useSignOut(onFailure?: () => void): { signOut: () => void; busy: boolean } {
  const { signOut: end } = useSessionChanges();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const signOut = (): void => {
    setBusy(true);
    end(() => navigate(paths.home, { replace: true }))
      .catch((error: unknown) => {
        const failure = error instanceof ApiFailure ? error : undefined;
        onFailure?.();
        showToast({
          tone: 'danger',
          title: 'エラー',
          description: !failure || failure.status >= 500 ? serverError : failure.message,
        });
      })
      .finally(() => setBusy(false));
  };
  return { signOut, busy };
}
