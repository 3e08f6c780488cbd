import '../ui/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { paths } from '../lib/paths';
import { registerWorker } from '../lib/register-worker';
import { applyTheme, readTheme } from '../lib/theme';
import { Providers } from './providers';
import { AppRoutes } from './routes';

applyTheme(readTheme());
registerWorker();

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
  startTransition(() => void hydrateRoot(root, page));
} else {
  root.replaceChildren();
  createRoot(root).render(page);
}
document.documentElement.dataset['live'] = '';
