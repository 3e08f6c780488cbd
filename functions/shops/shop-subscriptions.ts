import type { Stripe } from 'stripe';
import { charging, stripe, type RequestBudget, type WriteOptions, idOf } from '#functions/platform/stripe/client';
import { invoiceOutcome, voidInvoice, type InvoiceOutcome } from '#functions/billing/owed-invoices';
import { productNames } from '#functions/billing/catalogue';
import { toNewSubscription, type NewSubscription, consumptionTax } from '#functions/billing/subscriptions';
import { unlessMissing } from '#functions/platform/stripe/errors';

/** A current or former subscription of a shop: the facts that decide about another one. */
export interface ShopSubscription {
  id: string;
  status: Stripe.Subscription.Status;
  /** The request that made it (openings/opening-plan.ts). */
  madeBy: string | undefined;
  /** Whether it rents devices: one of its products is in the catalogue. */
  rents: boolean;
  latestInvoiceId: string | undefined;
}

const productsOf = (subscription: Stripe.Subscription): string[] =>
  subscription.items.data.flatMap((item) => idOf(item.price.product) ?? []);

/** All current and former subscriptions of a shop, newest first. */
export async function subscriptionsOfShop(customerId: string, options: RequestBudget): Promise<ShopSubscription[]> {
  const { data } = await stripe(options).subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
  const products = await productNames(data.flatMap(productsOf), options);
  return data.map((one) => ({
    id: one.id,
    status: one.status,
    madeBy: one.metadata['madeBy'],
    rents: productsOf(one).some((product) => products.get(product)?.tier !== undefined),
    latestInvoiceId: idOf(one.latest_invoice),
  }));
}

export interface BegunSubscription {
  subscriptionId: string;
  firstPayment: InvoiceOutcome;
}

/** A subscription of a shop and the card that pays it. Without `trialDays` the first payment is due at once. */
export type PaidSubscription = NewSubscription & { paymentMethodId: string };

async function toBegun(
  subscription: Pick<Stripe.Subscription, 'id' | 'status' | 'latest_invoice'>,
  options: RequestBudget,
): Promise<BegunSubscription> {
  const { id: subscriptionId, status } = subscription;
  const invoiceId = idOf(subscription.latest_invoice);
  if (status === 'trialing' || invoiceId === undefined) return { subscriptionId, firstPayment: { status: 'none' } };
  return {
    subscriptionId,
    firstPayment: status === 'incomplete_expired' ? { status: 'over' } : await invoiceOutcome(invoiceId, options),
  };
}

/**
 * Creates a subscription with a saved card and collects the first payment. If that fails, it stays incomplete
 * (docs.stripe.com/billing/subscriptions/overview#payment-behavior), so that the card holder can complete 3-D Secure.
 */
export async function beginSubscription(
  { paymentMethodId, ...wanted }: PaidSubscription,
  options: WriteOptions,
): Promise<BegunSubscription> {
  const params: Stripe.SubscriptionCreateParams = {
    ...toNewSubscription(wanted),
    ...(await consumptionTax(options)),
    default_payment_method: paymentMethodId,
    payment_behavior: 'allow_incomplete',
  };
  const client = wanted.trialDays === undefined ? charging(options) : stripe(options);
  return toBegun(await client.subscriptions.create(params), { until: options.until });
}

export async function begunSubscription(subscriptionId: string, options: RequestBudget): Promise<BegunSubscription> {
  return toBegun(await stripe(options).subscriptions.retrieve(subscriptionId), options);
}

/** Removes a subscription that was never paid, its invoice first; false if it was paid meanwhile. Safe to repeat. */
export async function cancelIncomplete(
  { id, latestInvoiceId }: Pick<ShopSubscription, 'id' | 'latestInvoiceId'>,
  options: RequestBudget,
): Promise<boolean> {
  if (latestInvoiceId !== undefined && !(await voidInvoice(latestInvoiceId, options))) return false;
  await unlessMissing(stripe(options).subscriptions.cancel(id));
  return true;
}
