import { getItemPrice } from '#shared/contract/billing';
import { CallError } from '#shared/errors';
import { priceOfItem } from '../../adapters/stripe/item-price';
import { subscriptionsOf } from '../../domain/ownership/owns-resource';
import { defineHandler } from '../../http/define-handler';

/** From the projection; what an older version of the portal read has no price ids, and is asked for. */
export const handler = defineHandler(getItemPrice, async ({ caller, params }) => {
  const known = subscriptionsOf(caller)
    .flatMap((subscription) => subscription.items)
    .find((item) => item.subscription_item_id === params.itemId);
  const priceId = known?.price_id ?? (await priceOfItem(params.itemId));
  if (priceId === undefined) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return { priceId };
});
