import { Suspense, lazy, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { productName } from '../text/brand';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import { ReadFailure, Spinner } from '../ui/basics';
import { ErrorBoundary } from './error-boundary';
import { SignedOut } from './signed-out';

/** The shell and the table of screens are loaded after a sign-in: visitors do not wait for them. */
const SignedIn = lazy(() => import('./signed-in').then((module) => ({ default: module.SignedIn })));

const WholePage = () => (
  <div className="fade-in-late grid min-h-dvh place-content-center justify-items-center gap-4 text-accent">
    <Spinner label="読み込み中" className="size-9" />
    <p aria-hidden className="fade-in-slow text-sm text-ink-soft">
      読み込みに時間がかかっています
    </p>
  </div>
);

/**
 * A page whose user moves on reads them again after an hour (ms), because that keeps their session from ending as
 * unused (decisions/sessions).
 */
const readFor = 60 * 60 * 1000;

/**
 * Which screens there are depends on whether somebody is signed in (spec 2, 6). Any other address leads to the first
 * of them.
 */
export function AppRoutes() {
  const { user, read } = useUser();
  const { key, pathname } = useLocation();
  const readAt = useRef(Infinity);
  const readAgain = useEffectEvent((_place: string) => {
    const age = Date.now() - readAt.current;
    if (age > readFor) void read.mutate();
    if (age > readFor || age < 0) readAt.current = Date.now();
  });
  useEffect(() => readAgain(key), [key]);

  // The login form can be typed into before the session is known; it stays if nobody is signed in.
  if (user === undefined && !(pathname === paths.login && !read.error)) {
    if (!read.error) return <WholePage />;
    return (
      <main className="mx-auto grid min-h-dvh max-w-xl place-items-center p-4">
        <h1 className="sr-only">{productName}</h1>
        <ReadFailure read={read} title="サーバーに接続できませんでした" />
      </main>
    );
  }
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<WholePage />}>{user ? <SignedIn /> : <SignedOut />}</Suspense>
    </ErrorBoundary>
  );
}
