import { useState } from 'react';
import { ApiFailure } from '../../lib/api-failure';
import { useSessionChanges } from '../../lib/session';
import { showToast } from '../../ui/toast';

/** Spec 7's text for any 5xx of a sign-out. */
const serverError = 'サーバーエラーが発生しました';

/** Ends the session. A failure is shown, `onFailure` is called, and the user stays signed in. */
export function useSignOut(onFailure?: () => void): { signOut: () => void; busy: boolean } {
  const { signOut: end } = useSessionChanges();
  const [busy, setBusy] = useState(false);
  const signOut = (): void => {
    setBusy(true);
    end()
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
