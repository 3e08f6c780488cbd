import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { AuthHeading } from './auth-heading';

const looks = {
  success: { Icon: CircleCheck, className: 'bg-success-soft text-success' },
  danger: { Icon: CircleX, className: 'bg-danger-soft text-danger' },
} as const;

/** The outcome of a process, shown as the whole content of a card. */
export function ResultView({
  tone,
  title,
  children,
}: {
  tone: keyof typeof looks;
  title: string;
  children: ReactNode;
}) {
  const { Icon, className } = looks[tone];
  return (
    <div className="fade-in text-center" role={tone === 'danger' ? 'alert' : 'status'}>
      <span aria-hidden className={`mb-5 inline-grid size-16 place-items-center rounded-full ${className}`}>
        <Icon className="size-9" strokeWidth={1.75} />
      </span>
      <AuthHeading title={title} />
      <div className="-mt-4">{children}</div>
    </div>
  );
}
