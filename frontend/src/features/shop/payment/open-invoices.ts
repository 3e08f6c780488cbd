import type { Payment, ShopRecord, Subscription } from '#shared/model/customer';

export interface OpenInvoices {
  /** Newest first, as the history has them. */
  list: Payment[];
  /** Yen, tax included. */
  amount: number;
  /** Unix seconds at which the oldest was made. */
  since: number;
}

/**
 * What a subscription still has to be paid; undefined where nothing is known to be open. What an older version of the
 * portal read does not name an invoice's subscription: it counts where the shop has no other subscription that could
 * be meant.
 */
export function openInvoices(
  { payment_history: payments, subscriptions }: Pick<ShopRecord, 'payment_history' | 'subscriptions'>,
  { id }: Pick<Subscription, 'id'>,
): OpenInvoices | undefined {
  const belongs = ({ subscription }: Payment): boolean =>
    subscription === undefined ? subscriptions.length === 1 : subscription === id;
  const list = payments.filter(
    (payment) =>
      (payment.status === 'failed' || payment.status === 'pending') && payment.amount > 0 && belongs(payment),
  );
  if (list.length === 0) return undefined;
  return {
    list,
    amount: list.reduce((sum, payment) => sum + payment.amount, 0),
    since: Math.min(...list.map(({ created }) => created)),
  };
}
