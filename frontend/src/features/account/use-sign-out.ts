import { ApiFailure } from '../../lib/api';
import { useSessionChanges } from '../../lib/session';
import { acceptance } from '../../lib/storage';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';

/** Spec 7's text for any 5xx of a sign-out. */
const serverError = 'サーバーエラーが発生しました';

/** Ends the session. After a failure, which is shown, the user stays signed in. */
export function useSignOut(): { signOut: () => void; busy: boolean } {
  const { signOut: end } = useSessionChanges();
  const [signOut, busy] = useAction(
    async () => {
      await end();
      // The next user of this browser has not agreed to anything.
      acceptance.clear();
    },
    (error) => {
      const text = error instanceof ApiFailure && error.status < 500 ? error.message : serverError;
      showToast({ tone: 'danger', title: 'エラー', description: text });
    },
  );
  return { signOut, busy };
}
