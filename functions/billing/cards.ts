import type { Stripe } from 'stripe';
import { isOver } from '#shared/model/subscription';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { setupKeys } from './setup-intents';
import { cardNotes, fixedCard, staffKeys } from './subscriptions';
import { readCustomer } from '#functions/shops/customers';
import { isInvalid, isMissing } from '#functions/platform/stripe/errors';

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

/** A shop's paying card. */
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

/** A saved card, its user, and its subscription if it is for only one. */
export interface SetupCard {
  customerId: string;
  subscriptionId: string | undefined;
  card: SavedCard;
}

/** The card that a setup intent has saved; undefined if it has not succeeded, or if the card was removed since. */
export async function cardOfSetup(setupIntentId: string, options: RequestBudget = {}): Promise<SetupCard | undefined> {
  const intent = await stripe(options).setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] });
  const method = intent.payment_method;
  const card = expanded(method);
  const customerId = idOf(intent.customer);
  const attached = typeof method === 'object' && idOf(method?.customer) === customerId;
  if (intent.status !== 'succeeded' || !card || customerId === undefined || !attached) return undefined;
  return { customerId, subscriptionId: intent.metadata?.[setupKeys.subscription], card };
}

/** A card and its customer, by the id of its payment method; undefined if it does not exist or is not a card. */
export async function findCard(
  paymentMethodId: string,
  options: RequestBudget = {},
): Promise<(SavedCard & { customerId: string | undefined }) | undefined> {
  const method = await stripe(options)
    .paymentMethods.retrieve(paymentMethodId)
    .catch((error: unknown) => {
      if (isMissing(error) || isInvalid(error)) return undefined;
      throw error;
    });
  return method?.type === 'card'
    ? { id: method.id, created: method.created, customerId: idOf(method.customer) }
    : undefined;
}

/**
 * Attaches a card to the customer; CARD_DECLINED if the bank refuses. Returns false if Stripe does not attach it,
 * because the card was removed once (docs.stripe.com/api/payment_methods/detach) or another customer got it first.
 */
export async function attachCard(
  paymentMethodId: string,
  customerId: string,
  options: RequestBudget = {},
): Promise<boolean> {
  try {
    await stripe(options).paymentMethods.attach(paymentMethodId, { customer: customerId });
    return true;
  } catch (error) {
    if (isInvalid(error)) return false;
    throw error;
  }
}

/** Removes a card from its customer; Stripe lets nobody use it again. Idempotent. */
export async function detachCard(paymentMethodId: string, options: RequestBudget = {}): Promise<void> {
  await stripe(options)
    .paymentMethods.detach(paymentMethodId)
    .catch((error: unknown) => {
      if (!isMissing(error) && !isInvalid(error)) throw error;
    });
}

/** The newest card attached to a customer. */
export async function newestCard(customerId: string, options: RequestBudget = {}): Promise<SavedCard | undefined> {
  const { data } = await stripe(options).paymentMethods.list({ customer: customerId, type: 'card', limit: 100 });
  return data
    .map(({ id, created }) => ({ id, created }))
    .reduce<SavedCard | undefined>(
      (newest, card) => (newest && newest.created >= card.created ? newest : card),
      undefined,
    );
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
 * card, or one that was on its way to become it.
 */
export async function subscriptionsWithoutCard(
  customerId: string,
  { card: shops, coming }: ShopCard,
  options: RequestBudget = {},
): Promise<string[]> {
  const { data } = await stripe(options).subscriptions.list({ customer: customerId, limit: 100 });
  return data
    .filter((one) => !isOver(one) && [undefined, shops?.id, ...coming].includes(idOf(one.default_payment_method)))
    .map((one) => one.id);
}

/** The card of a subscription. */
export interface SubscriptionCard extends ChosenCard {
  /** Undefined if its customer is deleted. */
  customerId: string | undefined;
  /** Whether it has ended for good. */
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

/** Whether a customer ever paid or began a payment. */
export async function hasPaymentIntent(customerId: string, options: RequestBudget = {}): Promise<boolean> {
  const { data } = await stripe(options).paymentIntents.list({ customer: customerId, limit: 1 });
  return data.length > 0;
}
