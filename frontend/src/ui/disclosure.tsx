import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { keepFocus } from './basics';

interface DisclosureProps extends Pick<ComponentProps<'details'>, 'open' | 'onToggle'> {
  Icon: LucideIcon;
  label: string;
  children: ReactNode;
}

const summary = 'flex min-h-12 items-center gap-2.5 rounded-field px-4 font-semibold text-accent-ink hover:bg-sunken';

/** A line that shows more when it is pressed. */
export const Disclosure = ({ Icon, label, children, ...details }: DisclosureProps) => (
  <details {...details} className="group rounded-field border border-line bg-surface">
    <summary onMouseDown={keepFocus} className={summary}>
      <Icon aria-hidden className="size-5" />
      <span className="flex-1">{label}</span>
      <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
    </summary>
    <div className="border-t border-line p-4">{children}</div>
  </details>
);

/** What few need, behind a quiet line; on paper it is open. */
export const Folded = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <details className={`group text-sm ${className}`}>
    <summary
      onMouseDown={keepFocus}
      className="phrased -mx-2 flex min-h-11 cursor-pointer items-center gap-1.5 px-2 text-ink-soft"
    >
      {label}
      <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
    </summary>
    {children}
  </details>
);
