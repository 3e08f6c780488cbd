import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  info: { className: 'border-info/25 bg-info-soft text-info', Icon: Info },
  success: { className: 'border-success/25 bg-success-soft text-success', Icon: CircleCheck },
  warning: { className: 'border-warning/25 bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { className: 'border-danger/25 bg-danger-soft text-danger', Icon: CircleAlert },
} as const;

interface AlertProps {
  tone: keyof typeof looks;
  title?: string;
  /**
   * For an alert that appears as the result of an action. A screen reader interrupts itself for a problem, and reads
   * anything else next. Content that is on the screen from the start is read at its place.
   */
  live?: boolean;
  children?: ReactNode;
}

/** A message of the screen itself: a state that the user has to know, or the outcome of an action. */
export function Alert({ tone, title, live = false, children }: AlertProps) {
  const { className, Icon } = looks[tone];
  const liveRole = tone === 'danger' || tone === 'warning' ? 'alert' : 'status';
  return (
    <div role={live ? liveRole : 'note'} className={`flex gap-3 rounded-field border px-4 py-3 ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={`text-sm ${title ? 'mt-0.5 text-ink' : 'font-medium'}`}>{children}</div>}
      </div>
    </div>
  );
}
