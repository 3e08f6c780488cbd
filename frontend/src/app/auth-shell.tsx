import { Outlet } from 'react-router-dom';
import { productName, productSubtitle } from '../text/brand';
import { LogoMark } from '../ui/logo';
import { ThemeButton } from './theme-button';

/**
 * Centred card with logo, name and subtitle around every signed-out screen (spec 2, Authentication shell). Its top is
 * at the same height on all of them: a card that grows with its content moves nothing above it.
 */
export function AuthShell() {
  return (
    <div className="min-h-dvh px-4 pt-[max(2rem,8dvh)] pb-8 sm:pb-12">
      <div className="absolute top-3 right-3">
        <ThemeButton />
      </div>
      <div className="mx-auto w-full max-w-md">
        <header className="mb-7 flex flex-col items-center text-center">
          <LogoMark className="size-14" />
          <p className="mt-3 text-2xl leading-tight font-bold tracking-tight">{productName}</p>
          <p className="phrased mt-1 text-sm text-ink-soft">{productSubtitle}</p>
        </header>
        <main className="card p-6 sm:p-9">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
