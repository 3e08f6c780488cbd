import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { beginSetup } from '../../adapters/stripe/setup-intents';
import { isCustomerGone } from '../../adapters/stripe/to-call-error';
import { countAttempt, uncountAttempt } from '../../adapters/users-table/throttles';
import { readFirstShops } from '../../adapters/users-table/shop-pages';
import type { Caller } from '../caller';
import { namedShop, type Named } from '../shops/find-shop';
import { checkDeclinedCards } from './declined-cards';

/**
 * Cards that one user may begin to save: 20 in 15 minutes. Testing stolen card numbers takes thousands of setup
 * intents (docs.stripe.com/disputes/prevention/card-testing).
 */
const limit = { attempts: 20, seconds: 15 * 60 } as const;

/**
 * The shop of a user with only one: a card that belongs to its customer from the start cannot become anybody else's.
 */
async function onlyShop(userId: string): Promise<string | undefined> {
  const [only, ...others] = await readFirstShops(userId, 2);
  return others.length === 0 ? only?.customerId : undefined;
}

/**
 * Begins to save a card, for a shop, for one of its subscriptions, or for neither yet. Returns the client secret for
 * the browser. Throws TOO_MANY_ATTEMPTS after 20 in 15 minutes, or after too many declined cards.
 */
export async function createSetupIntent(caller: Caller, named: Named): Promise<string> {
  const customerId = namedShop(caller, named) ?? (await onlyShop(caller.userId));
  const now = clock.seconds();
  const what = `card#${caller.userId}`;
  await checkDeclinedCards(caller.userId);
  const { taken, expiresAt } = await countAttempt(what, limit.attempts, limit.seconds, now);
  if (!taken) throw new CallError('TOO_MANY_ATTEMPTS', { details: { retryAfter: expiresAt - now } });
  try {
    return await beginSetup({ userId: caller.userId, customerId, subscriptionId: named.subscriptionId });
  } catch (error) {
    await uncountAttempt(what);
    throw isCustomerGone(error) ? new CallError('SHOP_NOT_FOUND') : error;
  }
}
