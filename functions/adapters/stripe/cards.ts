import type { Stripe } from 'stripe';
import { askStripe, type AskOptions } from './client';

/** A saved card: id of its payment method, and when that was made (unix seconds). */
export interface SavedCard {
  id: string;
  created: number;
}

const expanded = (method: string | Stripe.PaymentMethod | null | undefined): SavedCard | undefined =>
  method && typeof method !== 'string' ? { id: method.id, created: method.created } : undefined;

const idOf = (customer: string | { id: string } | null | undefined): string | undefined => (typeof customer === 'object' ? customer?.id : customer);

/** The card that a setup intent has saved, and for whom; undefined where it has not succeeded, and where the card was removed since. */
export async function cardOfSetup(setupIntentId: string, options: AskOptions = {}): Promise<{ customerId: string; card: SavedCard } | undefined> {
  const intent = await askStripe((stripe, request) => stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] }, request), options);
  const method = intent.payment_method;
  const card = expanded(method);
  const customerId = idOf(intent.customer);
  const attached = typeof method === 'object' && idOf(method?.customer) === customerId;
  return intent.status === 'succeeded' && card && customerId !== undefined && attached ? { customerId, card } : undefined;
}

/** The customer's default card; `deleted` where the customer is no more. */
export async function defaultCard(customerId: string, options: AskOptions = {}): Promise<SavedCard | 'deleted' | undefined> {
  const customer = await askStripe((stripe, request) => stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }, request), options);
  return customer.deleted ? 'deleted' : expanded(customer.invoice_settings.default_payment_method);
}

/** Idempotent: sets what may be set already. */
export async function setDefaultCard(customerId: string, card: SavedCard, options: AskOptions = {}): Promise<void> {
  await askStripe((stripe, request) => stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card.id } }, request), options);
}

/** Ids of the customer's subscriptions that go on and have no card of their own. */
export async function subscriptionsWithoutCard(customerId: string, options: AskOptions = {}): Promise<string[]> {
  const { data } = await askStripe((stripe, request) => stripe.subscriptions.list({ customer: customerId, limit: 100 }, request), options);
  return data.filter((one) => one.default_payment_method === null && one.status !== 'incomplete_expired').map((one) => one.id);
}

export async function setSubscriptionCard(subscriptionId: string, card: SavedCard, options: AskOptions = {}): Promise<void> {
  await askStripe((stripe, request) => stripe.subscriptions.update(subscriptionId, { default_payment_method: card.id }, request), options);
}
