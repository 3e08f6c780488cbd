import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** A decorative drawing, hidden from screen readers. */
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The button or link for the next action. */
  action?: ReactNode;
}

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="card fade-in flex flex-col items-center px-6 py-12 text-center sm:py-16">
      {picture && (
        <div aria-hidden className="mb-6 text-accent">
          {picture}
        </div>
      )}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="mt-2 max-w-md text-ink-soft">{children}</div>}
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}
