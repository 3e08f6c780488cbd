import type { ShopRecord } from '../../../shared/model/customer';
import { clock } from '../clock';
import { askStripe, callBudget, type AskOptions } from './client';
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

/**
 * Reads a shop's customer, subscriptions and newest payments side by side: three requests, and one more where a container does
 * not know a product's name yet. `readAtMs` is taken before, so that of two readings the one that may lack a change is the older.
 */
export async function readShop(customerId: string, options: AskOptions = {}): Promise<ShopReading> {
  const readAtMs = clock.now();
  const asking = { ...options, until: options.until ?? readAtMs + callBudget };
  const [customer, subscriptions, invoices] = await Promise.all([
    askStripe((stripe, request) => stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }, request), asking),
    askStripe(
      (stripe, request) => stripe.subscriptions.list({ customer: customerId, status: 'all', limit: subscriptionsRead, expand: ['data.default_payment_method'] }, request),
      asking,
    ),
    askStripe((stripe, request) => stripe.invoices.list({ customer: customerId, limit: paymentsShown }, request), asking),
  ]);
  if (customer.deleted) return { record: undefined, readAtMs };
  const productIds = subscriptions.data.flatMap((one) => one.items.data.map((item) => (typeof item.price.product === 'string' ? item.price.product : item.price.product.id)));
  const products = await productNames(productIds, asking);
  const card = customer.invoice_settings.default_payment_method;
  return {
    record: {
      customer: toCustomer(customer),
      subscriptions: subscriptions.data.map((one) => toSubscription(one, products, card)),
      payment_history: invoices.data.map(toPayment),
      readAt: Math.floor(readAtMs / 1000),
    },
    readAtMs,
  };
}
