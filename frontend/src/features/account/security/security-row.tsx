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
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-4">
      <span
        aria-hidden
        className={[
          'grid size-11 shrink-0 place-items-center rounded-full max-sm:hidden',
          active ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft',
        ].join(' ')}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-36">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {badges}
        </p>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft tabular-nums">{text}</p>
      </div>
      {children}
    </li>
  );
}
