import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge';

interface MethodRowProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  active: boolean;
  children?: ReactNode;
}

/** One method of the second step, and whether it is active. */
export function MethodRow({ Icon, title, text, active, children }: MethodRowProps) {
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
        <p className="flex items-center gap-2 font-semibold">
          {title}
          {active && <Badge tone="success">使用中</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft">{text}</p>
      </div>
      {children && <div className="col-start-2 sm:col-start-3">{children}</div>}
    </li>
  );
}
