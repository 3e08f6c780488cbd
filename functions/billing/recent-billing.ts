import type { Stripe } from 'stripe';
import { clock } from '#functions/platform/clock';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import type { LiveSubscription } from './live-subscription';
import { discountOf, kindOf, linesOf } from '#functions/documents/read-invoice';

/** A renewal's invoice is made up to an hour after the period began; one at the beginning at the same second. */
const slack = 60;

const countsAsBilled = ({ id, status }: Stripe.Invoice, live: LiveSubscription): boolean =>
  id !== live.pendingInvoiceId && (status === 'paid' || status === 'open' || status === 'draft');

export interface RecentBilling {
  /** The quantity of each item that was last billed for the current period, and not taken back since, by item id. */
  billed: ReadonlyMap<string, number>;
  /** The quantity of each item for which the period was billed when it began, by item id. */
  renewed: ReadonlyMap<string, number>;
  /** How many devices increases charged in the period: what each took of its product, by the price of one. */
  added: number;
  /** What each line of paid invoices took for the rest of the current period, in yen, and from when (unix seconds). */
  paid: { yen: number; at: number }[];
  /** When each invoice of the last day was made, in unix seconds; also one that is void. */
  invoicedAt: number[];
}

const day = 24 * 60 * 60;

/**
 * What was billed in the current period, and how often. In flexible billing a credit is made from the billed quantity,
 * not from the present one (docs.stripe.com/billing/subscriptions/prorations; fact `credit-of-what-was-billed`), so a
 * caller that raises a quantity needs it. Void invoices, and invoices that a pending update waits for, billed nothing.
 */
export async function recentBilling(live: LiveSubscription, options: RequestBudget): Promise<RecentBilling> {
  const now = clock.seconds();
  const since = Math.min(live.periodStart - slack, now - day);
  const invoices = await stripe(options)
    .invoices.list({ subscription: live.id, created: { gte: since }, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  const billings: { item: string; at: number; quantity: number }[] = [];
  const renewed = new Map<string, number>();
  const paid: RecentBilling['paid'] = [];
  let added = 0;
  const isRented = (product: string): boolean => live.items.some(({ productId }) => productId === product);
  for (const invoice of invoices.filter((one) => countsAsBilled(one, live))) {
    const taken = new Map<string, { net: number; each: number }>();
    for (const line of await linesOf(invoice, options)) {
      const { subscription_item: item, proration } = line.parent?.subscription_item_details ?? {};
      const product = line.pricing?.price_details?.product ?? '';
      const yen = line.amount - discountOf(line);
      const takesBack = item === undefined && line.amount < 0 && isRented(product);
      if (line.period.end !== live.periodEnd || (item === undefined && !takesBack)) continue;
      const quantity = kindOf(line) === 'credit' ? 0 : (line.quantity ?? 0);
      if (item !== undefined) billings.push({ item, at: line.period.start, quantity });
      if (item !== undefined && !proration) renewed.set(item, quantity);
      if (proration || takesBack) {
        const { net, each } = taken.get(product) ?? { net: 0, each: 0 };
        taken.set(product, { net: net + yen, each: yen > 0 ? yen / (line.quantity ?? 1) : each });
      }
      if (invoice.status !== 'paid') continue;
      const prorated = invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created;
      paid.push({ yen, at: takesBack ? prorated : line.period.start });
    }
    for (const { net, each } of taken.values()) if (each > 0) added += Math.round(net / each);
  }
  // At one moment what was billed is taken back before the new quantity is billed.
  const inOrder = billings.toSorted((one, other) => one.at - other.at || one.quantity - other.quantity);
  return {
    billed: new Map(inOrder.map(({ item, quantity }) => [item, quantity])),
    added,
    renewed,
    paid,
    invoicedAt: invoices.map(({ created }) => created).filter((created) => created > now - day),
  };
}
