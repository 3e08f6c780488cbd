import { useId, type ReactNode } from 'react';

interface CardProps {
  title?: string;
  description?: ReactNode;
  /** Buttons for the whole card. */
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A titled section on its own surface. */
export function Card({ title, description, actions, children, className = '' }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={title ? id : undefined} className={`card p-5 sm:p-7 ${className}`}>
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-30">
            {title && (
              <h2 id={id} className="text-lg leading-snug font-semibold">
                {title}
              </h2>
            )}
            {description && <p className="mt-1 text-sm text-ink-soft">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
