import { CallError } from '#shared/errors';
import { setupKeys } from './setup-intents';
import { stripe } from '#functions/platform/stripe/client';
import { isCustomerGone } from '#functions/platform/stripe/errors';
import type { Caller } from '#functions/http/caller';
import { namedShop, onlyShop, type NamedShop } from '#functions/shops/ownership';
import { checkDeclinedCards } from './declined-cards';

/**
 * Begins to save a card, for a shop, for one of its subscriptions, or for neither yet: for use while its holder is
 * away, as renewals need it (docs.stripe.com/payments/save-and-reuse). Returns the client secret for the browser.
 * Throws TOO_MANY_ATTEMPTS after too many declined cards.
 */
export async function createSetupIntent(caller: Caller, named: NamedShop): Promise<string> {
  const { userId } = caller;
  const { subscriptionId } = named;
  // A card that belongs to a customer from the start cannot become anybody else's.
  const customer = namedShop(caller, named) ?? (await onlyShop(userId));
  await checkDeclinedCards(userId);
  const metadata = {
    [setupKeys.userId]: userId,
    ...(subscriptionId !== undefined && { [setupKeys.subscription]: subscriptionId }),
  };
  const { id, client_secret: secret } = await stripe()
    .setupIntents.create({
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      ...(customer !== undefined && { customer }),
      metadata,
    })
    .catch((error: unknown) => {
      throw isCustomerGone(error) ? new CallError('SHOP_NOT_FOUND') : error;
    });
  if (secret === null) throw new Error(`The setup intent ${id} has no client secret`);
  return secret;
}
