import type { Payment, ShopRecord, Subscription } from '#shared/model/customer';
import { awaitsPayment } from '#shared/model/subscription';
import { sum } from '#shared/numbers';

export interface OpenInvoices {
  /** Newest first, as the history has them. */
  list: Payment[];
  /** Yen, tax included. */
  amount: number;
  /** Unix seconds at which the oldest was made. */
  since: number;
}

type Shop = Pick<ShopRecord, 'payment_history'>;

/**
 * The invoices of a subscription that are still to be paid; undefined if none is known to be open. Failed invoices
 * count for any status, because the status follows only the newest invoice (decisions/ends); pending ones count only if
 * the status says that a payment is late.
 */
export function openInvoices(
  { payment_history: payments }: Shop,
  { id, status: state, arrangement }: Pick<Subscription, 'id' | 'status' | 'arrangement'>,
): OpenInvoices | undefined {
  // One that is sent is not to be paid before its due date.
  const isLate = arrangement !== 'invoiced' && awaitsPayment({ status: state });
  const list = payments.filter(
    (payment) =>
      (payment.status === 'failed' || (payment.status === 'pending' && isLate)) &&
      payment.amount > 0 &&
      payment.subscription === id,
  );
  if (list.length === 0) return undefined;
  return {
    list,
    amount: sum(list.map((payment) => payment.amount)),
    since: Math.min(...list.map(({ created }) => created)),
  };
}

/** Whether a subscription has something to pay now, by its status or by an open invoice. */
export const owesPayment = (shop: Shop, subscription: Pick<Subscription, 'id' | 'status' | 'arrangement'>): boolean =>
  awaitsPayment(subscription) || openInvoices(shop, subscription) !== undefined;
