import {
  cardOfSetup,
  defaultCard,
  setDefaultCard,
  setSubscriptionCard,
  subscriptionCard,
  subscriptionsWithoutCard,
  type ChosenCard,
  type SavedCard,
} from '../../adapters/stripe/cards';
import { callBudget, type RequestBudget } from '../../adapters/stripe/client';
import { clock } from '../../adapters/clock';
import { leaseShop } from '../shops/lease-shop';

/**
 * The card that pays after Stripe's event that one was saved. The event may arrive late: a newer card stays, and so
 * does one that its owner chose when the saved one existed already.
 */
export function decideCard({ card, chosenAt }: ChosenCard, saved: SavedCard): SavedCard {
  if (!card) return saved;
  return card.created > saved.created || (chosenAt !== undefined && chosenAt >= saved.created) ? card : saved;
}

/**
 * Lets a card pay for a shop: first for its subscriptions that have no card of their own, at last for the shop itself,
 * so that after an interruption the next try finds the former default and moves the rest. `at`: when the owner chose
 * it, in unix seconds.
 */
export async function payShopWith(
  customerId: string,
  former: SavedCard | undefined,
  card: SavedCard,
  options: RequestBudget,
  at?: number,
): Promise<void> {
  for (const subscriptionId of await subscriptionsWithoutCard(customerId, former?.id, options))
    await setSubscriptionCard(subscriptionId, card, undefined, options);
  if (card.id !== former?.id || at !== undefined) await setDefaultCard(customerId, card, at, options);
}

async function applyToSubscription(
  customerId: string,
  subscriptionId: string,
  saved: SavedCard,
  options: RequestBudget,
): Promise<void> {
  const current = await subscriptionCard(subscriptionId, options);
  if (current.over || current.customerId !== customerId) return;
  // A card that is only the shop's does not compete with one that was saved for this subscription, unless it was
  // chosen for it.
  const { own, chosenAt = 0 } = current;
  const card = own || chosenAt >= saved.created ? decideCard(current, saved) : saved;
  if (card.id !== current.card?.id) await setSubscriptionCard(subscriptionId, card, undefined, options);
}

async function applyToShop(customerId: string, saved: SavedCard, options: RequestBudget): Promise<void> {
  const current = await defaultCard(customerId, options);
  if (current !== 'deleted') await payShopWith(customerId, current.card, decideCard(current, saved), options);
}

/**
 * Lets a saved card pay for what it was saved for: one subscription, or else the shop and those of its subscriptions
 * that have no card of their own. Safe to repeat, also after the owner chose a card: the chosen card stays.
 */
export async function applySavedCard(userId: string, customerId: string, setupIntentId: string): Promise<void> {
  const options: RequestBudget = { until: clock.now() + callBudget };
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const saved = await cardOfSetup(setupIntentId, options);
  if (saved?.customerId !== customerId) return;
  if (saved.subscriptionId === undefined) await applyToShop(customerId, saved.card, options);
  else await applyToSubscription(customerId, saved.subscriptionId, saved.card, options);
}
