import { useMenu } from './menu';
import { MenuLink } from './sidebar';

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
