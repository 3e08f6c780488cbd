import type { ReactNode } from 'react';

interface DetailRowProps {
  label: string;
  /** In a dialog or a half column. */
  narrow?: boolean;
  children: ReactNode;
}

/** A label and its value, side by side on wide screens; for a `<dl className="divide-y divide-line">`. */
export function DetailRow({ label, narrow = false, children }: DetailRowProps) {
  return (
    <div className={`grid gap-1 py-3 sm:gap-4 ${narrow ? 'sm:grid-cols-[7rem_1fr]' : 'sm:grid-cols-[11rem_1fr]'}`}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
