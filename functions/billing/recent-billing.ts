import type { Stripe } from 'stripe';
import { clock } from '#functions/platform/clock';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { idOf, stripe, type RequestBudget } from '#functions/platform/stripe/client';
import type { LiveSubscription } from './live-subscription';
import { linesOf, type InvoiceLine } from './invoice-lines';

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
  /** When each invoice of the last day was made, in unix seconds; also one that is void. */
  invoicedAt: number[];
}

const day = 24 * 60 * 60;

/** What is pending for the next invoice of a customer's subscriptions, written or prorated by staff. */
export const pendingItems = (customerId: string, options: RequestBudget): Promise<Stripe.InvoiceItem[]> =>
  stripe(options)
    .invoiceItems.list({ customer: customerId, pending: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });

type BilledLine = Pick<InvoiceLine, 'kind' | 'proration' | 'item' | 'productId' | 'period'> & {
  quantity: number;
  /** After its discounts. */
  yen: number;
};

const ofPending = ({ parent, proration, amount, pricing, quantity, period }: Stripe.InvoiceItem): BilledLine => ({
  kind: amount < 0 ? 'credit' : 'charge',
  item: parent?.subscription_details?.subscription_item,
  proration,
  yen: amount,
  productId: pricing?.price_details?.product ?? '',
  quantity,
  period,
});

interface Bill {
  /** Unix seconds. */
  created: number;
  lines: BilledLine[];
}

/** What bills took for the current period. */
function reckon({ items, periodEnd }: LiveSubscription, bills: readonly Bill[]): Omit<RecentBilling, 'invoicedAt'> {
  const billings: { item: string; created: number; at: number; quantity: number }[] = [];
  const renewed = new Map<string, number>();
  let added = 0;
  const isRented = (product: string): boolean => items.some(({ productId }) => productId === product);
  for (const { created, lines } of bills) {
    const taken = new Map<string, { net: number; each: number }>();
    for (const { kind, item, proration, yen, productId: product, quantity, period } of lines) {
      const takesBack = item === undefined && yen < 0 && isRented(product);
      if (period.end !== periodEnd || (item === undefined && !takesBack)) continue;
      const left = kind === 'credit' ? 0 : quantity;
      if (item !== undefined) billings.push({ item, created, at: period.start, quantity: left });
      if (item !== undefined && !proration) renewed.set(item, left);
      if (proration || takesBack) {
        const { net, each } = taken.get(product) ?? { net: 0, each: 0 };
        const isPrice = yen > 0 || (each === 0 && !takesBack);
        taken.set(product, { net: net + yen, each: isPrice ? Math.abs(yen) / quantity : each });
      }
    }
    for (const { net, each } of taken.values()) if (each > 0) added += Math.round(net / each);
  }
  // At one moment what was billed is taken back before the new quantity is billed.
  const inOrder = billings.toSorted(
    (one, other) => one.created - other.created || one.at - other.at || one.quantity - other.quantity,
  );
  return { billed: new Map(inOrder.map(({ item, quantity }) => [item, quantity])), added, renewed };
}

/**
 * What was billed in the current period, and how often: a credit is made from the billed quantity, not the present one
 * (fact `credit-of-what-was-billed`). Void invoices and those of pending updates billed nothing; what staff prorated
 * counts.
 */
export async function recentBilling(live: LiveSubscription, options: RequestBudget): Promise<RecentBilling> {
  const now = clock.seconds();
  const since = Math.min(live.periodStart - slack, now - day);
  const invoices = await stripe(options)
    .invoices.list({ subscription: live.id, created: { gte: since }, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  const counted = invoices.filter((one) => countsAsBilled(one, live));
  const bills = await mapWithLimit(4, counted, async (invoice): Promise<Bill> => ({
    created: invoice.created,
    lines: (await linesOf(invoice, options)).map((line) => ({
      ...line,
      quantity: line.quantity ?? 0,
      yen: line.amount - line.discount,
    })),
  }));
  const invoicedAt = invoices.map(({ created }) => created).filter((created) => created > now - day);
  const invoiced = { ...reckon(live, bills), invoicedAt };
  // Without a difference nothing waits that would count.
  if (live.items.every(({ id, quantity }) => (invoiced.billed.get(id) ?? 0) === quantity)) return invoiced;
  const lines = (await pendingItems(live.customerId, options))
    .filter(({ proration, parent }) => proration && idOf(parent?.subscription_details?.subscription) === live.id)
    .map(ofPending);
  return { ...reckon(live, [...bills, { created: now, lines }]), invoicedAt };
}
