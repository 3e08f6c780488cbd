import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface MenuLinkProps {
  /** Undefined while it is not known: the item is shown, but leads nowhere. */
  to: string | undefined;
  current: boolean;
  className: string;
  label?: string | undefined;
  children: ReactNode;
}

/** An item of the menu. */
export const MenuLink = ({ to, current, className, label, children }: MenuLinkProps) =>
  to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <Link to={to} aria-current={current ? 'page' : undefined} aria-label={label} className={className}>
      {children}
    </Link>
  );
