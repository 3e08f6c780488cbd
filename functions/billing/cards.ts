import type { Stripe } from 'stripe';
import { isOver } from '#shared/model/subscription';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { customersCard, liveExpansion, type LiveSubscription, toLiveSubscription } from './live-subscription';
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

/** Key of our own in the metadata of customers and subscriptions: when the owner chose the card, in unix seconds. */
const chosenKey = 'cardChosenAt';
/** Key of our own in the metadata of subscriptions: the id of the card that it got as its shop's. */
const shopsKey = 'cardOfShop';

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

export async function defaultCard(customerId: string, options: RequestBudget = {}): Promise<ChosenCard | 'deleted'> {
  const customer = await readCustomer(customerId, options, ['invoice_settings.default_payment_method']);
  return customer.deleted
    ? 'deleted'
    : {
        card: expanded(customer.invoice_settings.default_payment_method),
        chosenAt: chosenAt(customer.metadata),
      };
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
    ...chosen(at),
  });
}

/** Whether a subscription has a card of its own: not its customer's default, its shop's, nor that of its opening. */
const hasOwnCard = (
  { default_payment_method: method, metadata, payment_settings: settings }: Stripe.Subscription,
  customers: string | undefined,
): boolean =>
  !(metadata['madeBy'] && settings?.save_default_payment_method === 'on_subscription') &&
  ![undefined, customers, metadata[shopsKey]].includes(idOf(method));

/** Ids of continuing subscriptions without an own card; not of those given one at `before` (unix seconds) or later. */
export async function subscriptionsWithoutCard(
  customerId: string,
  { card }: ChosenCard,
  options: RequestBudget = {},
  before = Infinity,
): Promise<string[]> {
  const { data } = await stripe(options).subscriptions.list({ customer: customerId, limit: 100 });
  return data
    .filter((one) => !isOver(one) && !hasOwnCard(one, card?.id))
    .filter(({ metadata }) => (chosenAt(metadata) ?? 0) < before)
    .map((one) => one.id);
}

/** A subscription as it is now, with its card. */
export async function subscriptionCard(
  subscriptionId: string,
  options: RequestBudget = {},
): Promise<ChosenCard & { live: LiveSubscription; own: boolean }> {
  const expand = ['default_payment_method', ...liveExpansion];
  const subscription = await stripe(options).subscriptions.retrieve(subscriptionId, { expand });
  return {
    live: toLiveSubscription(subscription),
    own: hasOwnCard(subscription, idOf(customersCard(subscription))),
    card: expanded(subscription.default_payment_method),
    chosenAt: chosenAt(subscription.metadata),
  };
}

/** Idempotent, as setDefaultCard. From then on no payment changes the card. `isShops`: it gets its shop's card. */
export async function setSubscriptionCard(
  subscriptionId: string,
  card: SavedCard,
  { at, isShops = false }: { at?: number; isShops?: boolean },
  options: RequestBudget = {},
): Promise<void> {
  const metadata = { ...chosen(at).metadata, [shopsKey]: isShops ? card.id : '', [staffKeys.card]: cardNotes.saved };
  await stripe(options).subscriptions.update(subscriptionId, {
    default_payment_method: card.id,
    payment_settings: fixedCard,
    metadata,
  });
}
