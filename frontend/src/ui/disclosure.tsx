import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface DisclosureProps extends Pick<ComponentProps<'details'>, 'open' | 'onToggle'> {
  Icon: LucideIcon;
  label: string;
  children: ReactNode;
}

const summary = 'flex min-h-12 items-center gap-2.5 rounded-field px-4 font-semibold text-accent-ink hover:bg-sunken';

/** A line that shows more when it is pressed. */
export const Disclosure = ({ Icon, label, children, ...details }: DisclosureProps) => (
  <details {...details} className="group rounded-field border border-line bg-surface">
    <summary className={summary}>
      <Icon aria-hidden className="size-5" />
      <span className="flex-1">{label}</span>
      <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
    </summary>
    <div className="border-t border-line p-4">{children}</div>
  </details>
);
