import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '#functions/platform/clock';
import { defaultCard, setSubscriptionCard, subscriptionCard } from './cards';
import { callBudget } from '#functions/platform/stripe/client';
import type { Caller } from '#functions/http/caller';
import { leaseShop } from '#functions/shops/lease-shop';
import { readBack } from '#functions/shops/read-back';
import { claimCard } from './claim-card';
import { namedShop, onlyShop, type NamedShop } from '#functions/shops/ownership';
import { payShopWith } from './saved-cards';

export interface CardChoice extends NamedShop {
  paymentMethodId: string;
}

const whichShop = 'どの店舗のお支払い方法を変更するかを指定してください';

/** The shop that the request names, otherwise the only shop of the user. */
async function shopFor(caller: Caller, choice: CardChoice): Promise<string> {
  const customerId = namedShop(caller, choice) ?? (await onlyShop(caller.userId));
  if (customerId === undefined) throw new CallError('INVALID_INPUT', { fields: { customerId: whichShop } });
  return customerId;
}

/**
 * Sets the card that pays from now on: for one subscription, or for a shop and its subscriptions without a card of
 * their own. Choosing the same card again changes nothing. Returns the changed shop.
 */
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
      const { over, customerId: payer } = await subscriptionCard(subscriptionId, { until });
      if (over || payer !== customerId) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
      await setSubscriptionCard(subscriptionId, await claim(), clock.seconds(), { until });
    }
  }
  return readBack({ userId, customerId, until });
}
