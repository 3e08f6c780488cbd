import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge } from '../../../ui/badge';
import { StatusBadge, type StatusLook } from '../../../ui/status-badge';

/** Spec 4, Payment status display; `succeeded` is an older word for paid. */
const looks: Readonly<Record<string, StatusLook>> = {
  paid: { label: 'お支払い完了', tone: 'success', Icon: CircleCheck },
  succeeded: { label: 'お支払い完了', tone: 'success', Icon: CircleCheck },
  pending: { label: '処理中', tone: 'warning', Icon: Clock },
  failed: { label: '失敗', tone: 'danger', Icon: CircleX },
  canceled: { label: 'キャンセル', tone: 'neutral', Icon: Ban },
};

/** How a payment's status is shown; undefined for a status that is not known here. */
export const paymentLook = (status: string): StatusLook | undefined =>
  Object.hasOwn(looks, status) ? looks[status] : undefined;

/** The status of a payment as a label with colour and icon; an unknown status is shown as it is, in gray. */
export function PaymentBadge({ status }: { status: string }) {
  const look = paymentLook(status);
  return look ? <StatusBadge look={look} /> : <Badge>{status}</Badge>;
}
