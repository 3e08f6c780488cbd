import { LogOut } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import { BrandHeader } from '../ui/logo';
import { Spinner } from '../ui/basics';
import { useMenu } from './menu';
import { ThemeButton } from './theme-button';
import { useSignOut } from '../features/account/use-sign-out';

/** The menu on a desktop, with the signed-in user at its end (spec 2). */
export function Sidebar() {
  const { user } = useUser();
  const menu = useMenu();
  const { signOut, busy } = useSignOut();
  return (
    <aside
      className={[
        'fixed inset-y-0 left-0 hidden w-sidebar flex-col border-r border-line bg-surface md:flex',
        'print:hidden',
      ].join(' ')}
    >
      <Link to={paths.home} className="m-3 rounded-field p-3 hover:bg-sunken">
        <BrandHeader />
      </Link>
      <nav aria-label="メインメニュー" className="flex-1 overflow-y-auto px-3 py-3">
        <ul className="space-y-1">
          {menu.map(({ name, to, label, Icon, current }) => (
            <li key={name}>
              <MenuLink
                to={to}
                current={current}
                className={[
                  'flex min-h-12 items-center gap-3 rounded-field px-4 font-medium text-ink-soft',
                  'transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft',
                  'aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink',
                ].join(' ')}
              >
                <Icon aria-hidden className="size-5" />
                {label}
              </MenuLink>
            </li>
          ))}
        </ul>
      </nav>
      {user && (
        <div className="border-t border-line p-3">
          <div className="flex min-w-0 items-center gap-3 px-3 py-2">
            <span
              aria-hidden
              className={[
                'grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink',
                'uppercase',
              ].join(' ')}
            >
              {Array.from(user.username)[0]}
            </span>
            <span className="min-w-0">
              <span className="block truncate font-semibold">{user.username}</span>
              <span className="block truncate text-sm text-ink-soft" title={user.email}>
                {user.email}
              </span>
            </span>
          </div>
          <div className="mt-1 flex items-center gap-1">
            <button
              type="button"
              disabled={busy}
              onClick={signOut}
              className={[
                'flex min-h-11 flex-1 items-center gap-3 rounded-field px-4 text-sm font-medium text-ink-soft',
                'transition-colors hover:bg-sunken hover:text-ink',
              ].join(' ')}
            >
              {busy ? <Spinner className="size-4" /> : <LogOut aria-hidden className="size-4" />}
              ログアウト
            </button>
            <ThemeButton />
          </div>
        </div>
      )}
    </aside>
  );
}

interface MenuLinkProps {
  /** Undefined while it is not known: the item is shown, but leads nowhere. */
  to: string | undefined;
  current: boolean;
  className: string;
  label?: string | undefined;
  children: ReactNode;
}

const MenuLink = ({ to, current, className, label, children }: MenuLinkProps) =>
  to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <Link to={to} aria-current={current ? 'page' : undefined} aria-label={label} className={className}>
      {children}
    </Link>
  );

const tab = [
  'flex h-16 w-full flex-col items-center justify-center gap-0.5 text-[min(0.75rem,4.9vw)] font-medium text-ink-soft',
  'transition-colors aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink',
].join(' ');

/** The menu on a phone, at the bottom of the screen (spec 2). */
export function TabBar() {
  const menu = useMenu();
  return (
    <nav
      aria-label="メインメニュー"
      data-floor
      className={[
        'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden',
        'print:hidden',
      ].join(' ')}
    >
      <ul className="mx-auto flex max-w-md">
        {menu.map(({ name, to, label, short, Icon, current }) => (
          <li key={name} className="flex-1">
            <MenuLink to={to} current={current} label={short && label} className={tab}>
              <Icon aria-hidden className="size-6" />
              {short ?? label}
            </MenuLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
