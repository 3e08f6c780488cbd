import { Suspense, lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import { ErrorPanel } from '../ui/error-panel';
import { Spinner } from '../ui/spinner';
import { AuthShell } from './auth-shell';
import { ErrorBoundary } from './error-boundary';
import { signedInScreens, signedOutScreens, type ScreenEntry } from './screens';

const Shell = lazy(() => import('./shell').then((module) => ({ default: module.Shell })));

const WholePage = ({ label }: { label: string }) => (
  <div className="fade-in-late grid min-h-dvh place-items-center text-accent">
    <Spinner label={label} className="size-9" />
  </div>
);

/**
 * Which screens there are depends on whether somebody is signed in (spec 2, 6). Any other address leads to the first
 * of them.
 */
export function AppRoutes() {
  const { user, error, isLoading, retry } = useUser();
  const { key } = useLocation();

  if (user === undefined) {
    if (!error) return <WholePage label="読み込み中" />;
    return (
      <main className="mx-auto grid min-h-dvh max-w-xl place-items-center p-4">
        <ErrorPanel error={error} title="サーバーに接続できませんでした" busy={isLoading} onRetry={retry} />
      </main>
    );
  }
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<WholePage label="読み込み中" />}>{user ? <SignedIn /> : <SignedOut />}</Suspense>
    </ErrorBoundary>
  );
}

const routesOf = (screens: readonly ScreenEntry[]) =>
  screens.map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);

const SignedOut = () => (
  <Routes>
    <Route element={<AuthShell />}>{routesOf(signedOutScreens)}</Route>
    <Route path="*" element={<Navigate to={paths.login} replace />} />
  </Routes>
);

const SignedIn = () => (
  <Routes>
    <Route element={<Shell />}>{routesOf(signedInScreens)}</Route>
    <Route path="*" element={<Navigate to={paths.home} replace />} />
  </Routes>
);
