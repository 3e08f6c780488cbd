import type { ReactNode } from 'react';

interface DetailRowProps {
  label: string;
  /** In a dialog or a half column. */
  narrow?: boolean;
  children: ReactNode;
}

/** A name and what it is, in a `<dl className="divide-y divide-line">`: side by side where there is room. */
export function DetailRow({ label, narrow = false, children }: DetailRowProps) {
  return (
    <div className={`grid gap-1 py-3 sm:gap-4 ${narrow ? 'sm:grid-cols-[7rem_1fr]' : 'sm:grid-cols-[11rem_1fr]'}`}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
