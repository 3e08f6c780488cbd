import {
  cardOfSetup,
  defaultCard,
  detachCard,
  setDefaultCard,
  setSubscriptionCard,
  subscriptionCard,
  subscriptionsWithoutCard,
  type ChosenCard,
  type SavedCard,
} from './cards';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { requireSubscription } from './live-subscription';
import { saversOf, claimCard } from './setup-intents';
import { clock } from '#functions/platform/clock';
import { logger } from '#functions/platform/logger';
import { leaseShop } from '#functions/platform/leases';
import { callBudget } from '#shared/constants';
import type * as billing from '#shared/contract/billing';
import type { BodyOf } from '#shared/contract/call';
import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription';
import type { Caller } from '#functions/http/caller';
import { refreshChanged } from '#functions/shops/refresh-shop';
import { namedShop, onlyShop } from '#functions/shops/ownership';

/** The paying card after Stripe's event of a saved card, which may be late: a newer or later chosen card stays. */
export function decideCard({ card, chosenAt }: ChosenCard, saved: SavedCard): SavedCard {
  if (!card) return saved;
  return card.created > saved.created || (chosenAt !== undefined && chosenAt >= saved.created) ? card : saved;
}

/**
 * Lets a card pay for a shop: first for its subscriptions without a card of their own, then for the shop, so that a
 * repeat finds what is left. `at`: when the owner chose it (unix seconds); one only saved replaces none chosen since.
 */
async function payShopWith(
  customerId: string,
  former: ChosenCard,
  card: SavedCard,
  options: RequestBudget,
  at?: number,
): Promise<void> {
  const isOther = card.id !== former.card?.id;
  const before = at === undefined ? card.created : Infinity;
  const following = await subscriptionsWithoutCard(customerId, former, options, before);
  for (const subscriptionId of following) await setSubscriptionCard(subscriptionId, card, { isShops: true }, options);
  if (isOther || at !== undefined) await setDefaultCard(customerId, card, at, options);
}

async function applyToSubscription(
  customerId: string,
  subscriptionId: string,
  saved: SavedCard,
  options: RequestBudget,
): Promise<void> {
  const current = await subscriptionCard(subscriptionId, options);
  if (isOver(current.live) || current.live.customerId !== customerId) return;
  // A card that belongs only to the shop does not replace one that was saved for this subscription, unless the owner
  // chose it for the subscription.
  const { own, chosenAt = 0 } = current;
  const card = own || chosenAt >= saved.created ? decideCard(current, saved) : saved;
  if (card.id !== current.card?.id) await setSubscriptionCard(subscriptionId, card, {}, options);
}

async function applyToShop(customerId: string, saved: SavedCard, options: RequestBudget): Promise<void> {
  const current = await defaultCard(customerId, options);
  if (current !== 'deleted') await payShopWith(customerId, current, decideCard(current, saved), options);
}

/**
 * Whether another user brought a card of a shop to Stripe. Then it is taken away: Stripe attaches a card without a
 * customer to the customer of any setup intent that is confirmed with it.
 */
async function isTakenAway(
  userId: string,
  customerId: string,
  { id: card }: SavedCard,
  options: RequestBudget,
): Promise<boolean> {
  if (!(await saversOf(userId, card, options)).others) return false;
  logger.error('a card that another user brought is taken away', { customerId, card });
  await detachCard(card, options);
  return true;
}

/** Lets a saved card pay for its purpose, a subscription or a shop. Safe to repeat: a card chosen since stays. */
export async function applySavedCard(userId: string, customerId: string, setupIntentId: string): Promise<void> {
  const options: RequestBudget = { until: clock.now() + callBudget };
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const saved = await cardOfSetup(setupIntentId, options);
  if (saved?.customerId !== customerId) return;
  if (await isTakenAway(userId, customerId, saved.card, options)) return;
  if (saved.subscriptionId === undefined) await applyToShop(customerId, saved.card, options);
  else await applyToSubscription(customerId, saved.subscriptionId, saved.card, options);
}

async function newestCard(userId: string, customerId: string, options: RequestBudget): Promise<SavedCard | undefined> {
  const { data } = await stripe(options).paymentMethods.list({ customer: customerId, type: 'card', limit: 100 });
  for (const card of data.toSorted((one, other) => other.created - one.created))
    if (!(await isTakenAway(userId, customerId, card, options))) return card;
  return undefined;
}

/**
 * Lets the card that an owner saved pay for a shop without a default card, whose trial would be canceled at its end:
 * browser and event were lost. Returns whether there was one. Safe to repeat; a card chosen meanwhile stays.
 */
export async function giveTrialItsCard(userId: string, customerId: string): Promise<boolean> {
  const options: RequestBudget = { until: clock.now() + callBudget };
  const saved = await newestCard(userId, customerId, options);
  if (!saved) return false;
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const current = await defaultCard(customerId, options);
  if (current === 'deleted') return true;
  await payShopWith(customerId, current, current.card ?? saved, options);
  logger.info('a trial got the card that its owner had saved', { customerId });
  return true;
}

type CardChoice = BodyOf<typeof billing.setDefaultPaymentMethod>;

const whichShop = 'どの店舗のお支払い方法を変更するかを指定してください';

/** The shop that the request names, otherwise the only shop of the user. */
async function shopFor(caller: Caller, choice: CardChoice): Promise<string> {
  const customerId = namedShop(caller, choice) ?? (await onlyShop(caller.userId));
  if (customerId === undefined) throw new CallError('INVALID_INPUT', { fields: { customerId: whichShop } });
  return customerId;
}

/** Sets the card that pays from now on, for one subscription or a shop. Returns the changed shop. Safe to repeat. */
export async function setDefaultPaymentMethod(caller: Caller, choice: CardChoice): Promise<ShopRecord> {
  const { userId } = caller;
  const { paymentMethodId, subscriptionId } = choice;
  const customerId = await shopFor(caller, choice);
  const until = clock.now() + callBudget;
  {
    await using _lease = await leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });
    const claim = () => claimCard(userId, customerId, paymentMethodId, { until });
    if (subscriptionId === undefined) {
      const current = await defaultCard(customerId, { until });
      if (current === 'deleted') throw new CallError('SHOP_NOT_FOUND');
      await payShopWith(customerId, current, await claim(), { until }, clock.seconds());
    } else {
      const live = await requireSubscription(subscriptionId, { until });
      if (isOver(live) || live.customerId !== customerId) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
      await setSubscriptionCard(subscriptionId, await claim(), { at: clock.seconds() }, { until });
    }
  }
  return refreshChanged({ userId, customerId, until });
}
