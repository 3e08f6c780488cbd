import type { Stripe } from 'stripe';
import { isOver } from '#shared/model/subscription';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { setupKeys } from './setup-intents';
import { cardNotes, fixedCard, staffKeys } from './subscriptions';
import { readCustomer } from '#functions/shops/customers';
import { unlessInvalid } from '#functions/platform/stripe/errors';

/** A saved card: id of its payment method, and its creation time (unix seconds). */
export interface SavedCard {
  id: string;
  created: number;
}

/** The paying card, and when its owner chose it (unix seconds); undefined if it was only saved and never chosen. */
export interface ChosenCard {
  card: SavedCard | undefined;
  chosenAt: number | undefined;
}

export interface ShopCard extends ChosenCard {
  /** Ids of the cards that were on their way to become it: some of its subscriptions may have them already. */
  coming: readonly string[];
}

/** Key of our own in the metadata of customers and subscriptions: when the owner chose the card, in unix seconds. */
const chosenKey = 'cardChosenAt';
/** Key of our own in the metadata of customers: see `coming`, separated by blanks. */
const comingKey = 'cardsComing';
/** So many are kept: a value of metadata has at most 500 characters (docs.stripe.com/metadata). */
const mostComing = 10;

const expanded = (method: string | Stripe.PaymentMethod | null | undefined): SavedCard | undefined =>
  method && typeof method !== 'string' ? { id: method.id, created: method.created } : undefined;

const chosenAt = (metadata: Stripe.Metadata): number | undefined => {
  const text = metadata[chosenKey];
  return text === undefined ? undefined : Number(text);
};

const chosen = (at: number | undefined): { metadata?: Record<string, string> } =>
  at === undefined ? {} : { metadata: { [chosenKey]: String(at) } };

/** The card that a setup intent has saved; undefined if it has not succeeded, or if the card was removed since. */
export async function cardOfSetup(setupIntentId: string, options: RequestBudget) {
  const intent = await stripe(options).setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] });
  const method = intent.payment_method;
  const card = expanded(method);
  const customerId = idOf(intent.customer);
  const attached = typeof method === 'object' && idOf(method?.customer) === customerId;
  if (intent.status !== 'succeeded' || !card || customerId === undefined || !attached) return undefined;
  return { customerId, subscriptionId: intent.metadata?.[setupKeys.subscription], card };
}

/** Removes a card from its customer; Stripe lets nobody use it again. Idempotent. */
export async function detachCard(paymentMethodId: string, options: RequestBudget = {}): Promise<void> {
  await unlessInvalid(stripe(options).paymentMethods.detach(paymentMethodId));
}

/** The customer's default card; `deleted` if the customer is deleted. */
export async function defaultCard(customerId: string, options: RequestBudget = {}): Promise<ShopCard | 'deleted'> {
  const customer = await readCustomer(customerId, options, ['invoice_settings.default_payment_method']);
  return customer.deleted
    ? 'deleted'
    : {
        card: expanded(customer.invoice_settings.default_payment_method),
        chosenAt: chosenAt(customer.metadata),
        coming: customer.metadata[comingKey]?.split(' ').filter(Boolean) ?? [],
      };
}

/** Notes a card before the shop's subscriptions get it; {@link setDefaultCard} forgets it. Idempotent. */
export async function noteComingCard(
  customerId: string,
  { coming }: ShopCard,
  card: SavedCard,
  options: RequestBudget,
): Promise<void> {
  if (coming.includes(card.id)) return;
  const metadata = { [comingKey]: [...coming, card.id].slice(-mostComing).join(' ') };
  await stripe(options).customers.update(customerId, { metadata });
}

/** Idempotent. `at` in unix seconds, if the owner chose it. */
export async function setDefaultCard(
  customerId: string,
  card: SavedCard,
  at?: number,
  options: RequestBudget = {},
): Promise<void> {
  await stripe(options).customers.update(customerId, {
    invoice_settings: { default_payment_method: card.id },
    metadata: { ...chosen(at).metadata, [comingKey]: '' },
  });
}

/**
 * Ids of the customer's subscriptions that continue and have no card of their own: none at all, the customer's default
 * card, or one that was on its way to become it. Without those whose card was chosen at `before` or later, in unix
 * seconds.
 */
export async function subscriptionsWithoutCard(
  customerId: string,
  { card: shops, coming }: ShopCard,
  options: RequestBudget = {},
  before = Infinity,
): Promise<string[]> {
  const { data } = await stripe(options).subscriptions.list({ customer: customerId, limit: 100 });
  return data
    .filter((one) => !isOver(one) && [undefined, shops?.id, ...coming].includes(idOf(one.default_payment_method)))
    .filter(({ metadata }) => (chosenAt(metadata) ?? 0) < before)
    .map((one) => one.id);
}

export interface SubscriptionCard extends ChosenCard {
  /** Undefined if its customer is deleted. */
  customerId: string | undefined;
  over: boolean;
  /** Whether its card is not the customer's default. */
  own: boolean;
}

export async function subscriptionCard(subscriptionId: string, options: RequestBudget = {}): Promise<SubscriptionCard> {
  const expand = ['default_payment_method', 'customer'];
  const subscription = await stripe(options).subscriptions.retrieve(subscriptionId, { expand });
  const { customer } = subscription;
  const living = typeof customer === 'object' && !customer.deleted ? customer : undefined;
  const card = expanded(subscription.default_payment_method);
  const own = card !== undefined && card.id !== idOf(living?.invoice_settings.default_payment_method);
  return { customerId: living?.id, over: isOver(subscription), own, card, chosenAt: chosenAt(subscription.metadata) };
}

/** Idempotent, as setDefaultCard. From then on no payment changes the card. */
export async function setSubscriptionCard(
  subscriptionId: string,
  card: SavedCard,
  at?: number,
  options: RequestBudget = {},
): Promise<void> {
  const metadata = { ...chosen(at).metadata, [staffKeys.card]: cardNotes.saved };
  await stripe(options).subscriptions.update(subscriptionId, {
    default_payment_method: card.id,
    payment_settings: fixedCard,
    metadata,
  });
}
