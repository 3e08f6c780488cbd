import { CallError } from '#shared/errors';
import { beginSetup } from '../../adapters/stripe/setup-intents';
import { isCustomerGone } from '../../adapters/stripe/to-call-error';
import type { Caller } from '../caller';
import { namedShop, onlyShop, type Named } from '../shops/find-shop';
import { withUses, type Use } from '../throttle/uses';
import { checkDeclinedCards } from './declined-cards';

/**
 * Cards that one user may begin to save: 20 in 15 minutes. Testing stolen card numbers takes thousands of setup
 * intents (docs.stripe.com/disputes/prevention/card-testing).
 */
const cardOf = (userId: string): Use => ({
  what: `card#${userId}`,
  most: 20,
  window: 15 * 60,
  code: 'TOO_MANY_ATTEMPTS',
});

/**
 * Begins to save a card, for a shop, for one of its subscriptions, or for neither yet. Returns the client secret for
 * the browser. Throws TOO_MANY_ATTEMPTS after 20 in 15 minutes, or after too many declined cards.
 */
export async function createSetupIntent(caller: Caller, named: Named): Promise<string> {
  const { userId } = caller;
  // A card that belongs to a customer from the start cannot become anybody else's.
  const customerId = namedShop(caller, named) ?? (await onlyShop(userId));
  await checkDeclinedCards(userId);
  return withUses([cardOf(userId)], () =>
    beginSetup({ userId, customerId, subscriptionId: named.subscriptionId }).catch((error: unknown) => {
      throw isCustomerGone(error) ? new CallError('SHOP_NOT_FOUND') : error;
    }),
  );
}
