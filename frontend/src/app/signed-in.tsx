import '../ui/left-focus';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { Navigate, Outlet, Route, Routes, matchPath, useLocation } from 'react-router-dom';
import { Skeleton, Button } from '../ui/basics';
import { ErrorBoundary } from './error-boundary';
import { Header } from './header';
import { Sidebar, TabBar } from './menu-bars';
import { useScreen } from './menu';
import { useTimeout } from '../lib/use-timeout';
import { signedInScreens } from './screens';
import { usePasswordQuestion } from '../lib/recent-authentication';
import { lazyDialog } from '../ui/lazy-dialog';
import { UserCog } from 'lucide-react';
import { notWhileImpersonating } from '#shared/model/impersonation-words';
import { addressed, timeOfDay } from '../lib/format';
import { useUser } from '../lib/session';
import { useSignOut } from '../features/account/use-sign-out';
import { useChanges } from '../lib/changes';
import { useWantedPlace } from '../lib/wanted-place';
import { AuthShell } from './auth-shell';
import { mailLinkScreens, routesOf, type ScreenEntry } from './screen-entry';

const RecentAuthenticationDialog = lazyDialog(() =>
  import('./recent-authentication-dialog').then((module) => module.RecentAuthenticationDialog),
);

/** Asks for the password on every screen. The dialog's code is loaded with the first question. */
function RecentAuthenticationHost() {
  const question = usePasswordQuestion();
  // The session has ended with the screen: the next user must not answer its question.
  const drop = useEffectEvent(() => question?.declined());
  useEffect(() => () => drop(), []);
  if (!question) return null;
  return <RecentAuthenticationDialog question={question} onClose={question.declined} />;
}

/**
 * The frame of every signed-in screen: a sidebar of 288px, or below 768px a tab bar and 80px under the content (spec 2,
 * 9).
 */
function Shell() {
  const { key } = useLocation();
  const { shopId } = useScreen();
  // While a shop is shown, the code of its other screens is loaded, so that the next of them appears at once.
  useTimeout(
    () => {
      for (const screen of signedInScreens) if (screen.shopBy) preload(screen);
    },
    shopId === undefined ? null : patience,
  );
  return (
    <div className="md:pl-sidebar print:pl-0" onPointerOver={preloadLinked}>
      <a
        href="#main"
        className={[
          'sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-field',
          'focus:bg-surface focus:px-4 focus:py-3 focus:shadow-raised',
        ].join(' ')}
      >
        本文へ移動
      </a>
      <Sidebar />
      <ImpersonationBanner />
      <Header />
      <main id="main" tabIndex={-1} className="pb-20 outline-none md:pb-0">
        <div className="px-4 py-6 sm:px-8 md:py-10">
          <ErrorBoundary resetKey={key}>
            <Suspense fallback={<ScreenSkeleton />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
      <TabBar />
      <RecentAuthenticationHost />
    </div>
  );
}

/** Loads the code of the screen that a link leads to while the pointer or finger is on it. */
function preloadLinked({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
  const path = link?.getAttribute('href')?.split('?')[0];
  if (path === undefined) return;
  const screen = signedInScreens.find((one) => matchPath(one.path, path));
  if (screen) preload(screen);
}

const ScreenSkeleton = () => (
  <div className="mx-auto max-w-4xl">
    <Skeleton className="mb-6 h-8 w-56" />
    <div className="rounded-card border border-line bg-surface p-7">
      <Skeleton lines={5} />
    </div>
  </div>
);

/** Milliseconds to wait, so that the current screen loads first. */
const patience = 500;

function preload({ Screen }: ScreenEntry): void {
  // Without a connection the screen itself says so when it is opened.
  if ('preload' in Screen) Screen.preload().catch(() => undefined);
}

/**
 * On every screen of an impersonation: whose account it is, until when, and a button to end it
 * (decisions/impersonation).
 */
function ImpersonationBanner() {
  const { user } = useUser();
  const { signOut, busy } = useSignOut();
  if (!user?.impersonation) return null;
  return (
    <section aria-label="代理ログイン" className="border-b border-warning/25 bg-warning-soft">
      <div className="px-4 py-1 sm:px-8">
        <div className="mx-auto flex max-w-4xl flex-wrap items-center gap-x-4">
          <p className="flex min-w-0 flex-1 basis-40 items-center gap-2.5 text-xs text-warning sm:text-sm">
            <UserCog aria-hidden className="size-5 shrink-0 max-sm:hidden" />
            <span>
              <strong className="font-semibold break-all">{addressed(user.username)}</strong>として代理ログイン中です（
              {timeOfDay(user.impersonation.expiresAt * 1000)}まで）
              <span className="sr-only">。操作は記録されます。{notWhileImpersonating}はできません。</span>
            </span>
          </p>
          <Button variant="quiet" size="sm" className="-mr-4" busy={busy} onClick={signOut}>
            代理ログインを終了
          </Button>
        </div>
      </div>
    </section>
  );
}

export function SignedIn() {
  useChanges();
  return (
    <Routes>
      <Route element={<AuthShell />}>{routesOf(mailLinkScreens)}</Route>
      <Route element={<Shell />}>{routesOf(signedInScreens)}</Route>
      <Route path="*" element={<ToWantedPlace />} />
    </Routes>
  );
}

/** After a sign-in, the place that was asked for; for any other address, home (spec 2). */
const ToWantedPlace = () => <Navigate to={useWantedPlace()} replace />;
