import { CircleUser } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { mainMenu } from './menu';

const AccountSheet = lazy(() => import('./account-sheet').then((module) => ({ default: module.AccountSheet })));

const tab = 'flex h-16 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-soft transition-colors aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink';

/** The phone's menu at the thumb (spec 2). The account has no screen of its own here: a sheet shows it. */
export function TabBar() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <nav aria-label="メインメニュー" className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden">
        <ul className="mx-auto flex max-w-md">
          {mainMenu.map(({ to, label, Icon }) => (
            <li key={to} className="flex-1">
              <NavLink to={to} end className={tab}>
                <Icon aria-hidden className="size-6" />
                {label}
              </NavLink>
            </li>
          ))}
          <li className="flex-1">
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={tab}>
              <CircleUser aria-hidden className="size-6" />
              アカウント
            </button>
          </li>
        </ul>
      </nav>
      {open && (
        <Suspense fallback={null}>
          <AccountSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
