import { stripeRequest, type RequestBudget } from './client';
import { unlessMissing } from './to-call-error';

/** The id of a subscription item's price; undefined if the item does not exist any more. */
export async function priceOfItem(itemId: string, options: RequestBudget = {}): Promise<string | undefined> {
  const item = await unlessMissing(
    stripeRequest((stripe, request) => stripe.subscriptionItems.retrieve(itemId, undefined, request), options),
  );
  return item?.price.id;
}
