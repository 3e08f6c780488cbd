import { useEffect, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { onSessionEnd } from '../lib/api';
import { useSessionChanges } from '../lib/session';
import { readDefaults } from '../lib/use-call';
import { ToastHost, showToast } from '../ui/toast';
import { ErrorBoundary } from './error-boundary';

/** The providers around every screen: error boundary, cache, router and toasts. */
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

/** Signs the page out when a call reports that the session has ended elsewhere. */
function SessionEnd() {
  const { forget, knowsUser } = useSessionChanges();
  useEffect(
    () =>
      onSessionEnd(() => {
        // The first call of a visitor reports the same, without any session to end.
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
