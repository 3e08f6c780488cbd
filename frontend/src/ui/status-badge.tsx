import type { LucideIcon } from 'lucide-react';
import { Badge, type Tone } from './badge';

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
