import { getItemPrice } from '#shared/contract/billing';
import { CallError } from '#shared/errors';
import { priceOfItem } from '../../adapters/stripe/item-price';
import { subscriptionsOf } from '../../domain/ownership/owns-resource';
import { defineHandler } from '../../http/define-handler';

/** From the snapshot. Snapshots of an older version of the portal have no price ids; Stripe is asked for those. */
export const handler = defineHandler(getItemPrice, async ({ caller, params }) => {
  const known = subscriptionsOf(caller)
    .flatMap((subscription) => subscription.items)
    .find((item) => item.subscription_item_id === params.itemId);
  const priceId = known?.price_id ?? (await priceOfItem(params.itemId));
  if (priceId === undefined) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return { priceId };
});
