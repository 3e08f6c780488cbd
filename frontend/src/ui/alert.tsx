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
  children?: ReactNode;
}

/** Something that the screen itself has to say. Problems interrupt a screen reader, the rest waits for its turn. */
export function Alert({ tone, title, children }: AlertProps) {
  const { className, Icon } = looks[tone];
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-field border px-4 py-3 ${className}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="phrased min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={`text-sm ${title ? 'mt-0.5 text-ink' : 'font-medium'}`}>{children}</div>}
      </div>
    </div>
  );
}
