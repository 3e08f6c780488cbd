import { getConfig } from '#shared/contract/platform';
import { lateChargePercent } from '#shared/model/late-charge';
import { useCall } from '../../../lib/use-call';
import { Money } from '../../../ui/money';
import { lateChargeOf } from './late-charge-of';
import type { OpenInvoices } from './open-invoices';

/**
 * The charge that the terms set for a late payment (spec 1), as of today, and whether it is charged. Nothing on the due
 * day. `now` in unix milliseconds.
 */
export function LateChargeNote({ open, now }: { open: OpenInvoices; now: number }) {
  const { data: config } = useCall(getConfig, {});
  const yen = lateChargeOf(open, Math.floor(now / 1000));
  if (yen === 0) return null;
  return (
    <p className="phrased text-sm text-ink-soft">
      利用規約では、期日の翌日からお支払いの日まで、年{lateChargePercent}
      ％の遅延損害金を申し受けると定めています。本日までの額は
      <Money yen={yen} />
      です。
      {config?.chargesLate === true && 'お支払いの後、次回のご請求に加えます。'}
    </p>
  );
}
