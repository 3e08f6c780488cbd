import { useEffect, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { onSessionEnd } from '../lib/api';
import { useSessionChanges } from '../lib/session';
import { readDefaults } from '../lib/use-call';
import { ToastHost, showToast } from '../ui/toast';
import { ErrorBoundary } from './error-boundary';

/** What every screen stands on. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <SWRConfig value={readDefaults}>
        <BrowserRouter>
          <SessionEnd />
          {children}
          <ToastHost />
        </BrowserRouter>
      </SWRConfig>
    </ErrorBoundary>
  );
}

/** A session that ended elsewhere ends here too, at the next call that needs it. */
function SessionEnd() {
  const { forget, knowsUser } = useSessionChanges();
  useEffect(
    () =>
      onSessionEnd(() => {
        // At the first look there was no session to end.
        if (!knowsUser()) return;
        showToast({
          tone: 'info',
          title: 'ログアウトしました',
          description: 'ログインの有効期限が切れました。もう一度ログインしてください。',
        });
        void forget();
      }),
    [forget, knowsUser],
  );
  return null;
}
