import type { Stripe } from 'stripe';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';

/** The seconds of so many days. */
export const days = (count: number): number => count * 24 * 60 * 60;

export interface Subscribed {
  id: string;
  /** Ids of the items in the order of the request. */
  items: string[];
  periodStart: number;
  periodEnd: number;
}

/** Creates a subscription as the portal does: flexible billing, paid at once with the shop's default card. */
export async function subscribe(
  { stripe }: StripeSandbox,
  shop: SandboxShop,
  items: { price: string; quantity: number }[],
  more: Stripe.SubscriptionCreateParams = {},
): Promise<Subscribed> {
  const made = await stripe.subscriptions.create({
    customer: shop.customer,
    items,
    billing_mode: { type: 'flexible' },
    payment_behavior: 'error_if_incomplete',
    ...more,
  });
  const ids = items.map(({ price }) => made.items.data.find((item) => item.price.id === price)?.id ?? '');
  const [item] = made.items.data;
  return {
    id: made.id,
    items: ids,
    periodStart: item?.current_period_start ?? 0,
    periodEnd: item?.current_period_end ?? 0,
  };
}

/** A subscription of one unit that a shop without a card has not paid for. */
export async function subscribeUnpaid(
  sandbox: StripeSandbox,
  more: Stripe.SubscriptionCreateParams = {},
): Promise<{ shop: SandboxShop; made: Subscribed }> {
  const shop = await sandbox.startShop({ card: null });
  const made = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }], {
    payment_behavior: 'default_incomplete',
    ...more,
  });
  return { shop, made };
}

/** Sets the quantity of one item at the shop's present time, charged at once or not at all. */
export function setQuantity(
  { stripe }: StripeSandbox,
  shop: SandboxShop,
  { id }: Subscribed,
  item: Stripe.SubscriptionUpdateParams.Item,
  behavior: 'always_invoice' | 'none',
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.update(id, {
    items: [item],
    proration_behavior: behavior,
    ...(behavior === 'always_invoice' && { proration_date: shop.now() }),
  });
}

/** Adds an invoice item that waits for the next invoice of a subscription. */
export const addWaiting = (
  { stripe }: StripeSandbox,
  { customer }: SandboxShop,
  subscription: string,
  amount: number,
): Promise<Stripe.InvoiceItem> =>
  stripe.invoiceItems.create({ customer, subscription, amount, currency: 'jpy', description: 'Facts: pending item' });

/** The newest invoice of a subscription with its lines. */
export async function latestInvoice({ stripe }: StripeSandbox, subscription: string): Promise<Stripe.Invoice> {
  const { data } = await stripe.invoices.list({ subscription, limit: 1 });
  const [invoice] = data;
  if (!invoice) throw new Error('The subscription has no invoice');
  return invoice;
}

/** The id in an expandable value; null for none. */
export const idOf = (value: string | { id: string } | null): string | null =>
  value === null || typeof value === 'string' ? value : value.id;

/** Yen for the rest of a period, rounded as Stripe rounds a line. */
export const rest = (amount: number, { periodStart, periodEnd }: Subscribed, at: number): number =>
  Math.round((amount * (periodEnd - at)) / (periodEnd - periodStart));
