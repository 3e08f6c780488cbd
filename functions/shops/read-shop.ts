import type { Stripe } from 'stripe';
import { callBudget } from '#shared/constants';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '#functions/platform/clock';
import { stripe, idOf, type RequestBudget } from '#functions/platform/stripe/client';
import { isInvalid } from '#functions/platform/stripe/errors';
import { couponTerms } from '#functions/billing/promotion-codes';
import { productNames } from '#functions/billing/catalogue';
import { readCustomer } from './customers';
import { couponsOf, subscriptionOf, toCustomer, toPayment, toSubscription } from './to-shop-record';

/** Newest payments that a shop shows: two years of monthly ones. */
const paymentsShown = 24;
/** Stripe's largest page; a shop has only a few subscriptions, including ended ones. */
const subscriptionsRead = 100;

/** The state of a shop at Stripe, with the time (unix milliseconds) at which reading it began. */
export interface ShopReading {
  /** Undefined if the customer was deleted at Stripe. */
  record: ShopRecord | undefined;
  readAtMs: number;
}

type Asking = RequestBudget & { until: number };
const cardOfCustomer = 'invoice_settings.default_payment_method';

async function readSubscriptions(
  customerId: string,
  asking: Asking,
): Promise<{ subscriptions: Stripe.Subscription[]; customer: Stripe.Customer | Stripe.DeletedCustomer | undefined }> {
  const expand = [`data.customer.${cardOfCustomer}`, 'data.default_payment_method', 'data.discounts.promotion_code'];
  const { data } = await stripe(asking).subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: subscriptionsRead,
    expand,
  });
  const customer = data[0]?.customer;
  return { subscriptions: data, customer: typeof customer === 'object' ? customer : undefined };
}

/**
 * Whether a customer may have been billed. Only subscriptions make invoices here; an invoice written by staff raises
 * the customer's invoice number, which is absent if the account numbers its invoices itself
 * (docs.stripe.com/api/customers/object).
 */
const mayHaveInvoices = (subscriptions: readonly unknown[], customer: Stripe.Customer): boolean =>
  subscriptions.length > 0 || customer.next_invoice_sequence !== 1;

/** The newest invoices (eight years of monthly ones in a page), and all older ones that are still open. */
async function readInvoices(customerId: string, asking: Asking): Promise<Stripe.Invoice[]> {
  const list = (params: Stripe.InvoiceListParams): Promise<Stripe.ApiList<Stripe.Invoice>> =>
    stripe(asking).invoices.list({ customer: customerId, limit: 100, ...params });
  const { data, has_more: hasMore } = await list({});
  const newest = data.slice(0, paymentsShown);
  const older = data.slice(paymentsShown).filter(({ status }) => status === 'open');
  const oldest = data.at(-1);
  if (!hasMore || !oldest) return [...newest, ...older];
  const { data: oldestOpen } = await list({ status: 'open', created: { lte: oldest.created } });
  return [...newest, ...older, ...oldestOpen.filter(({ id }) => !data.some((one) => one.id === id))];
}

async function readRecord(customerId: string, readAtMs: number, asking: Asking): Promise<ShopRecord | undefined> {
  const { subscriptions, customer: known } = await readSubscriptions(customerId, asking);
  const customer = known ?? (await readCustomer(customerId, asking, [cardOfCustomer]));
  if (customer.deleted) return undefined;
  const invoices = mayHaveInvoices(subscriptions, customer) ? await readInvoices(customerId, asking) : [];
  const productIds = subscriptions.flatMap((one) => one.items.data.flatMap(({ price }) => idOf(price.product) ?? []));
  const products = await productNames(productIds, asking);
  const coupons = await couponTerms(subscriptions.flatMap(couponsOf), asking);
  const byId = new Map(subscriptions.map((one) => [one.id, one]));
  const card = customer.invoice_settings.default_payment_method;
  return {
    customer: toCustomer(customer, card),
    subscriptions: subscriptions.map((one) => toSubscription(one, products, card, coupons)),
    payment_history: invoices.map((invoice) => toPayment(invoice, byId.get(subscriptionOf(invoice) ?? ''))),
    readAt: Math.floor(readAtMs / 1000),
  };
}

/**
 * Reads a shop's customer, subscriptions and newest payments in two requests, one after the other, since reading many
 * shops uses all that are allowed. `readAtMs` is taken before, so that of two readings the one that may lack a change
 * is older. Throws for a customer that this account has never had: the wrong keys must not empty the portal.
 */
export async function readShop(customerId: string, options: RequestBudget = {}): Promise<ShopReading> {
  const readAtMs = clock.now();
  const asking = { ...options, until: options.until ?? readAtMs + callBudget };
  try {
    return { record: await readRecord(customerId, readAtMs, asking), readAtMs };
  } catch (error) {
    // Of a deleted customer, Stripe keeps a stub without lists and expansions.
    if (isInvalid(error) && (await readCustomer(customerId, asking)).deleted) return { record: undefined, readAtMs };
    throw error;
  }
}
