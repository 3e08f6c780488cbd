import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Drawn, not photographed; says nothing that the sentence does not. */
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

/** Nothing here yet: why, and what to do about it. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="card fade-in flex flex-col items-center px-6 py-12 text-center sm:py-16">
      {picture && (
        <div aria-hidden className="mb-6 text-accent">
          {picture}
        </div>
      )}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="phrased mt-2 max-w-md text-ink-soft">{children}</div>}
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}
