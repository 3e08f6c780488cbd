import { getConfig } from '#shared/contract/platform';
import type { Subscription } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription-status';
import { lateChargePercent } from '#shared/model/late-charge';
import { useCall } from '../../../lib/use-call';
import { Money } from '../../../ui/money';
import { lateChargeOf } from './late-charge-of';
import type { OpenInvoices } from './open-invoices';

interface LateChargeNoteProps {
  open: OpenInvoices;
  /** An ended one has no next invoice, so that the charge is not on one (decision 035). */
  subscription: Pick<Subscription, 'status'>;
  /** Unix milliseconds. */
  now: number;
}

/**
 * The charge that the terms set for a late payment (spec 1), as of today, and whether it is charged. Nothing on the due
 * day.
 */
export function LateChargeNote({ open, subscription, now }: LateChargeNoteProps) {
  const { data: config } = useCall(getConfig, {});
  const yen = lateChargeOf(open, Math.floor(now / 1000));
  if (yen === 0) return null;
  return (
    <p className="phrased text-sm text-ink-soft">
      利用規約では、期日の翌日からお支払いの日まで、年{lateChargePercent}
      ％の遅延損害金を申し受けると定めています。本日までの額は
      <Money yen={yen} />
      です。
      {config?.chargesLate === true && !isOver(subscription) && 'お支払いの後、次回のご請求に加えます。'}
    </p>
  );
}
