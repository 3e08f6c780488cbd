import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { NextInvoice } from '#shared/model/document';
import { isRunning } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import type { NextInvoiceItem } from '../../adapters/users-table/next-invoices';

export const noNextInvoice: NextInvoice = { date: null, amount: 0, lines: [], difference: null };

/** A preview this old is made again, because Stripe sends no event when staff write an invoice item. Milliseconds. */
const freshFor = 24 * 60 * 60 * 1000;

/** The renewal that comes first, of the subscriptions that go on. Of a late one the open payment is what counts. */
export const nextRenewal = ({ subscriptions }: ShopRecord): Subscription | undefined =>
  subscriptions
    .filter((one) => isRunning(one) && !one.cancel_at_period_end)
    .toSorted((one, other) => one.current_period_end - other.current_period_end)[0];

/** The facts of the snapshot that decide the next charge, as a text: if it differs, the charge is previewed again. */
export function basisOf({ payment_history: [newest] }: ShopRecord, subscription: Subscription): string {
  const { id, status, current_period_end: end, items, discounts = [] } = subscription;
  return JSON.stringify([
    [id, status, end],
    items.map(({ price_id: price, quantity, amount }) => [price, quantity, amount]),
    discounts.map((discount) => [discount.code, discount.amount, discount.once, discount.end]),
    [newest?.id, newest?.status, newest?.amount],
  ]);
}

/** Whether a kept preview still is the next charge of a shop. */
export function isCurrent(kept: NextInvoiceItem, record: ShopRecord): boolean {
  const subscription = nextRenewal(record);
  return (
    subscription !== undefined &&
    subscription.current_period_end > clock.seconds() &&
    kept.basis === basisOf(record, subscription) &&
    clock.now() - kept.previewedAtMs < freshFor
  );
}
