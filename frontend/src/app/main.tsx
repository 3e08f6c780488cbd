import '../ui/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { paths } from '../lib/paths';
import { applyTheme, readTheme } from '../lib/theme';
import { Providers } from './providers';
import { AppRoutes } from './routes';

applyTheme(readTheme());
registerWorker();

const report = (thrown: unknown): void =>
  void import('../lib/report-error').then(
    ({ reportError }) => reportError(thrown),
    () => undefined,
  );
// React gives the window what no error boundary catches.
window.addEventListener('error', ({ error }) => report(error));
window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
const rootOptions = {
  onCaughtError: (error: unknown): void => {
    console.error(error);
    report(error);
  },
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const page = (
  <StrictMode>
    <Providers>
      <AppRoutes />
    </Providers>
  </StrictMode>
);
if (root.hasChildNodes() && window.location.pathname === paths.login) {
  // Takes over the login screen that the page came with (decisions/page). A transition leaves room for what is typed.
  startTransition(() => void hydrateRoot(root, page, rootOptions));
} else {
  root.replaceChildren();
  createRoot(root, rootOptions).render(page);
}
document.documentElement.dataset['live'] = '';

/**
 * Registers the worker that shows a page of its own without a connection (`public/sw.js`). Not during development,
 * where the page must reach its server directly. A browser that refuses it goes without.
 */
function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
}
