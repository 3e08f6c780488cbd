import { lateCharge, lateChargePercent } from '#shared/model/late-charge';
import { sum } from '#shared/sum';
import { Money } from '../../../ui/money';
import type { OpenInvoices } from './open-invoices';

interface LateChargeNoteProps {
  open: OpenInvoices;
  /** Unix milliseconds. */
  now: number;
}

/** The charge that the terms set for a late payment (spec 1), as of today. It is told, never charged. */
export function LateChargeNote({ open: { list }, now }: LateChargeNoteProps) {
  const yen = sum(list.map(({ late }) => (late ? lateCharge(late.amount, late.since, Math.floor(now / 1000)) : 0)));
  if (yen === 0) return null;
  return (
    <p className="phrased text-sm text-ink-soft">
      利用規約では、期日の翌日からお支払いの日まで、年{lateChargePercent}
      ％の遅延損害金を申し受けると定めています。本日までの額は
      <Money yen={yen} />
      です。
    </p>
  );
}
