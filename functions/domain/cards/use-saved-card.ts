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
import { callBudget, type AskOptions } from '../../adapters/stripe/client';
import { clock } from '../../adapters/clock';
import { withShopLease } from '../shops/with-shop-lease';

/**
 * Which card is paid with after the news that one was saved. The news may arrive late: a newer card stays, and so
 * does one that its owner chose when the saved one was there already.
 */
export function decideCard({ card, chosenAt }: ChosenCard, saved: SavedCard): SavedCard {
  if (!card) return saved;
  return card.created > saved.created || (chosenAt !== undefined && chosenAt >= saved.created) ? card : saved;
}

/**
 * The shop pays with a card from now on: first its subscriptions that have no card of their own, at last the shop
 * itself. So whoever is cut off between them finds the former default again at the next try, and moves the rest.
 * `at`: when its owner chose it, in unix seconds.
 */
export async function payShopWith(
  customerId: string,
  former: SavedCard | undefined,
  card: SavedCard,
  options: AskOptions,
  at?: number,
): Promise<void> {
  for (const subscriptionId of await subscriptionsWithoutCard(customerId, former?.id, options))
    await setSubscriptionCard(subscriptionId, card, undefined, options);
  if (card.id !== former?.id || at !== undefined) await setDefaultCard(customerId, card, at, options);
}

async function preferForSubscription(
  customerId: string,
  subscriptionId: string,
  saved: SavedCard,
  options: AskOptions,
): Promise<void> {
  const current = await subscriptionCard(subscriptionId, options);
  if (current.over || current.customerId !== customerId) return;
  // A card that is only the shop's does not compete with one that was saved for this subscription, unless it was
  // chosen for it.
  const { own, chosenAt = 0 } = current;
  const card = own || chosenAt >= saved.created ? decideCard(current, saved) : saved;
  if (card.id !== current.card?.id) await setSubscriptionCard(subscriptionId, card, undefined, options);
}

async function preferForShop(customerId: string, saved: SavedCard, options: AskOptions): Promise<void> {
  const current = await defaultCard(customerId, options);
  if (current !== 'deleted') await payShopWith(customerId, current.card, decideCard(current, saved), options);
}

/**
 * A card that was saved becomes what it was saved for: the card of one subscription, or else the shop's default and
 * that of its subscriptions without one of their own. Safe to repeat, and at any time after its owner chose a card:
 * what was chosen stays.
 */
export async function preferCard(userId: string, customerId: string, setupIntentId: string): Promise<void> {
  const options: AskOptions = { until: clock.now() + callBudget };
  await withShopLease({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' }, async () => {
    const saved = await cardOfSetup(setupIntentId, options);
    if (saved?.customerId !== customerId) return;
    if (saved.subscriptionId !== undefined)
      await preferForSubscription(customerId, saved.subscriptionId, saved.card, options);
    else await preferForShop(customerId, saved.card, options);
  });
}
