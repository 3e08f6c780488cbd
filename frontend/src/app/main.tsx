import '../ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorker } from '../lib/register-worker';
import { applyTheme, readTheme } from '../lib/theme';
import { Providers } from './providers';
import { AppRoutes } from './routes';

applyTheme(readTheme());
registerWorker();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <AppRoutes />
    </Providers>
  </StrictMode>,
);
