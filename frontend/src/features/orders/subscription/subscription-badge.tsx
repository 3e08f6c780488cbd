import { Ban, CalendarX2, CircleCheck, CircleDashed, CirclePause, Clock, Sparkles, TriangleAlert } from 'lucide-react';
import type { SubscriptionStatus } from '#shared/model/subscription';
import { StatusBadge, type StatusLook } from '../../../ui/content';

/** The label and colour of each status (spec 4, Subscription status labels). */
export const subscriptionLooks: Record<SubscriptionStatus, StatusLook> = {
  trialing: { label: '無料トライアル中', tone: 'info', Icon: Sparkles },
  active: { label: '契約中', tone: 'success', Icon: CircleCheck },
  incomplete: { label: '初回お支払い待ち', tone: 'warning', Icon: Clock },
  incomplete_expired: { label: 'お申し込み期限切れ', tone: 'outline', Icon: CircleDashed },
  canceled: { label: '解約済み', tone: 'neutral', Icon: Ban },
  unpaid: { label: '未払い', tone: 'alarm', Icon: TriangleAlert },
  past_due: { label: 'お支払い遅延', tone: 'danger', Icon: TriangleAlert },
  paused: { label: '一時停止中', tone: 'solid', Icon: CirclePause },
};

/** The status of a subscription. */
export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) => (
  <StatusBadge look={subscriptionLooks[status]} />
);

/** The flag that the subscription ends at its next renewal (spec 4). */
export const EndingBadge = () => (
  <StatusBadge look={{ label: '次回更新日で終了', tone: 'warning', Icon: CalendarX2 }} />
);
