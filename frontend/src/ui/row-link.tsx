import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** One entry of a list as a card that leads to its own screen. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="card flex items-center gap-3 p-4 transition-colors hover:bg-sunken sm:p-5">
    <span className="min-w-0 flex-1">{children}</span>
    <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft print:hidden" />
  </Link>
);
