import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';

/** `alarm` is the loudest; `outline` and `solid` are quiet grounds for states that must differ from `neutral`. */
export type Tone = 'accent' | 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'alarm' | 'outline' | 'solid';

const tones: Record<Tone, string> = {
  accent: 'bg-accent-soft text-accent-ink',
  neutral: 'bg-ink/8 text-ink-soft',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  alarm: 'bg-danger-solid text-on-danger',
  outline: 'text-ink-soft ring-1 ring-line-strong ring-inset',
  solid: 'bg-ink-soft text-surface',
};

const shape = 'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs leading-[1.25rem] font-semibold';

/** A state, in one or two words. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${shape} ${tones[tone]}`}>{children}</span>;
}

/** How a status is shown: a word, a colour and a sign, so that none of them is needed to understand it. */
export interface StatusLook {
  label: string;
  tone: Tone;
  Icon: LucideIcon;
}

export const StatusBadge = ({ look: { label, tone, Icon } }: { look: StatusLook }) => (
  <Badge tone={tone}>
    <Icon aria-hidden className="size-3.5" />
    {label}
  </Badge>
);
