import type { ShopRecord } from '../../../shared/model/customer';
import { clock } from '../clock';
import { askStripe, callBudget, type AskOptions } from './client';
import { isInvalid } from './to-call-error';
import { productNames } from './products';
import { toCustomer, toPayment, toSubscription } from './to-shop-record';

/** Newest payments that a shop shows: two years of monthly ones. */
export const paymentsShown = 24;
/** Stripe's largest page; a shop has a handful of subscriptions, ended ones among them. */
const subscriptionsRead = 100;

/** A shop as it stood in Stripe, with the moment (unix milliseconds) at which reading it began. */
export interface ShopReading {
  /** Undefined where the customer was deleted in Stripe. */
  record: ShopRecord | undefined;
  readAtMs: number;
}

type Asking = AskOptions & { until: number };

/** Whether a customer was deleted: Stripe keeps a stub of it, of which nothing can be listed or expanded. */
async function isDeleted(customerId: string, asking: Asking): Promise<boolean> {
  const customer = await askStripe((stripe, request) => stripe.customers.retrieve(customerId, undefined, request), asking);
  return customer.deleted === true;
}

async function readRecord(customerId: string, readAtMs: number, asking: Asking): Promise<ShopRecord | undefined> {
  const [customer, subscriptions, invoices] = await Promise.all([
    askStripe((stripe, request) => stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }, request), asking),
    askStripe(
      (stripe, request) => stripe.subscriptions.list({ customer: customerId, status: 'all', limit: subscriptionsRead, expand: ['data.default_payment_method'] }, request),
      asking,
    ),
    askStripe((stripe, request) => stripe.invoices.list({ customer: customerId, limit: paymentsShown }, request), asking),
  ]);
  if (customer.deleted) return undefined;
  const productIds = subscriptions.data.flatMap((one) => one.items.data.map((item) => (typeof item.price.product === 'string' ? item.price.product : item.price.product.id)));
  const products = await productNames(productIds, asking);
  const card = customer.invoice_settings.default_payment_method;
  return {
    customer: toCustomer(customer),
    subscriptions: subscriptions.data.map((one) => toSubscription(one, products, card)),
    payment_history: invoices.data.map(toPayment),
    readAt: Math.floor(readAtMs / 1000),
  };
}

/**
 * Reads a shop's customer, subscriptions and newest payments side by side: three requests, and one more where a container does
 * not know a product's name yet. `readAtMs` is taken before, so that of two readings the one that may lack a change is the older.
 * A customer that this account has never had is an error, not a deleted one: the wrong keys must not empty the portal.
 */
export async function readShop(customerId: string, options: AskOptions = {}): Promise<ShopReading> {
  const readAtMs = clock.now();
  const asking = { ...options, until: options.until ?? readAtMs + callBudget };
  try {
    return { record: await readRecord(customerId, readAtMs, asking), readAtMs };
  } catch (error) {
    if (isInvalid(error) && (await isDeleted(customerId, asking))) return { record: undefined, readAtMs };
    throw error;
  }
}
