import type { ReactNode } from 'react';

interface FactProps {
  label: ReactNode;
  className?: string;
  /** Classes of the value. */
  look?: string;
  children: ReactNode;
}

/** A label above its value, one of a few in a `<dl>`. */
export const Fact = ({ label, className, look, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={look}>{children}</dd>
  </div>
);
