import '../ui/left-focus';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Skeleton } from '../ui/skeleton';
import { ImpersonationBanner } from './impersonation-banner';
import { ErrorBoundary } from './error-boundary';
import { Header } from './header';
import { RecentAuthenticationHost } from './recent-authentication-host';
import { Sidebar } from './sidebar';
import { TabBar } from './tab-bar';
import { usePreloadedShop } from './use-preloaded-shop';
import { useScreen } from './use-screen';

/**
 * The frame of every signed-in screen: a sidebar of 288px, or below 768px a tab bar and 80px under the content (spec 2,
 * 9).
 */
export function Shell() {
  const { key } = useLocation();
  usePreloadedShop(useScreen().shopId);
  return (
    <div className="md:pl-sidebar print:pl-0">
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

const ScreenSkeleton = () => (
  <div className="mx-auto max-w-4xl">
    <Skeleton className="mb-6 h-8 w-56" />
    <div className="rounded-card border border-line bg-surface p-7">
      <Skeleton lines={5} />
    </div>
  </div>
);
