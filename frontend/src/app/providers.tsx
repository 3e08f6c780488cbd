import { useEffect, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { onSessionEnd } from '../lib/api';
import { onOtherTab, useSessionChanges } from '../lib/session';
import { readDefaults } from '../lib/cache';
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

/** Signs the page out when a call reports that the session has ended elsewhere, and follows the other tabs. */
function SessionEnd() {
  const { forget, shownUser } = useSessionChanges();
  // What this tab shows, and whom it acts for, must not be somebody who is no longer signed in.
  useEffect(() => onOtherTab((userId) => userId !== shownUser() && window.location.reload()), [shownUser]);
  useEffect(
    () =>
      onSessionEnd(() => {
        // The first call of a visitor reports the same, without any session to end.
        if (!shownUser()) return;
        showToast({
          tone: 'info',
          title: 'ログアウトしました',
          description: 'この端末でのログインは終了しています。もう一度ログインしてください。',
        });
        void forget();
      }),
    [forget, shownUser],
  );
  return null;
}
