import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { NextInvoice } from '#shared/model/document';
import { isRunning } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import type { NextInvoiceItem } from '../../adapters/users-table/next-invoices';

export const noNextInvoice: NextInvoice = { date: null, amount: 0, lines: [], difference: null };

/** A preview this old is made again, because Stripe sends no event when staff write an invoice item. Milliseconds. */
const freshFor = 24 * 60 * 60 * 1000;

/** The subscriptions that may be charged next, the first one first. Of a late one the open payment is what counts. */
export const chargedNext = ({ subscriptions }: ShopRecord): Subscription[] =>
  subscriptions
    .filter((one) => isRunning(one))
    .toSorted((one, other) => one.current_period_end - other.current_period_end);

/** The facts of the snapshot that decide the next charge, as a text: if it differs, the charge is previewed again. */
export function basisOf(record: ShopRecord): string {
  const [newest] = record.payment_history;
  return JSON.stringify([
    chargedNext(record).map(({ id, status, cancel_at_period_end: ends, current_period_end: end, items, discounts }) => [
      [id, status, ends, end],
      items.map(({ price_id: price, quantity, amount }) => [price, quantity, amount]),
      discounts?.map((discount) => [discount.code, discount.amount, discount.once, discount.end]),
    ]),
    [newest?.id, newest?.status, newest?.amount],
  ]);
}

/** Whether a kept preview still is the next charge of a shop. */
export function isCurrent(kept: NextInvoiceItem, record: ShopRecord): boolean {
  const [first] = chargedNext(record);
  return (
    first !== undefined &&
    first.current_period_end > clock.seconds() &&
    kept.basis === basisOf(record) &&
    clock.now() - kept.previewedAtMs < freshFor
  );
}
