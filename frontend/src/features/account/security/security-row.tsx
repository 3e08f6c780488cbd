import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface SecurityRowProps {
  Icon: LucideIcon;
  title: string;
  badges: ReactNode;
  text: ReactNode;
  /** In use: its picture has the accent's colour. */
  active: boolean;
  children?: ReactNode;
}

/** One method of the second step, session, or sign-in of an administrator. */
export function SecurityRow({ Icon, title, badges, text, active, children }: SecurityRowProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-4 sm:grid-cols-[auto_1fr_auto]">
      <span
        aria-hidden
        className={[
          'grid size-11 shrink-0 place-items-center rounded-full',
          active ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft',
        ].join(' ')}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {badges}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft tabular-nums">{text}</p>
      </div>
      {children && <div className="col-start-2 sm:col-start-3">{children}</div>}
    </li>
  );
}
