import { Ban, CalendarX2, CircleCheck, CircleDashed, CirclePause, Clock, Sparkles, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { SubscriptionStatus } from '../../../shared/model/customer';
import { Badge, type Tone } from './badge';

/** What each status is called, and its own colour (spec 4, Subscription status labels). */
export const subscriptionLooks: Record<SubscriptionStatus, { label: string; tone: Tone; Icon: LucideIcon }> = {
  trialing: { label: '無料トライアル中', tone: 'info', Icon: Sparkles },
  active: { label: '契約中', tone: 'success', Icon: CircleCheck },
  incomplete: { label: '初回お支払い待ち', tone: 'warning', Icon: Clock },
  incomplete_expired: { label: 'お申し込み期限切れ', tone: 'outline', Icon: CircleDashed },
  canceled: { label: '解約済み', tone: 'neutral', Icon: Ban },
  unpaid: { label: '未払い', tone: 'alarm', Icon: TriangleAlert },
  past_due: { label: 'お支払い遅延', tone: 'danger', Icon: TriangleAlert },
  paused: { label: '一時停止中', tone: 'solid', Icon: CirclePause },
};

/** Where a subscription stands: a word, a colour and a sign of its own. */
export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  const { label, tone, Icon } = subscriptionLooks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3.5" />
      {label}
    </Badge>
  );
}

/** The flag that the contract ends at its next renewal (spec 4). */
export const EndingBadge = () => (
  <Badge tone="warning">
    <CalendarX2 aria-hidden className="size-3.5" />
    次回更新日で終了
  </Badge>
);
