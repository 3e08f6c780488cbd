import { CallError } from '#shared/errors';
import { beginSetup } from './setup-intents';
import { isCustomerGone } from '#functions/platform/stripe/errors';
import type { Caller } from '#functions/http/caller';
import { namedShop, onlyShop, type NamedShop } from '#functions/shops/ownership';
import { checkDeclinedCards } from './declined-cards';

/**
 * Begins to save a card, for a shop, for one of its subscriptions, or for neither yet. Returns the client secret for
 * the browser. Throws TOO_MANY_ATTEMPTS after too many declined cards.
 */
export async function createSetupIntent(caller: Caller, named: NamedShop): Promise<string> {
  const { userId } = caller;
  // A card that belongs to a customer from the start cannot become anybody else's.
  const customerId = namedShop(caller, named) ?? (await onlyShop(userId));
  await checkDeclinedCards(userId);
  return beginSetup({ userId, customerId, subscriptionId: named.subscriptionId }).catch((error: unknown) => {
    throw isCustomerGone(error) ? new CallError('SHOP_NOT_FOUND') : error;
  });
}
