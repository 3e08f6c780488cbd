import { stripeRequest, type RequestBudget } from './client';
import { isMissing } from './to-call-error';

/** The id of a subscription item's price; undefined if the item does not exist any more. */
export async function priceOfItem(itemId: string, options: RequestBudget = {}): Promise<string | undefined> {
  try {
    const { price } = await stripeRequest(
      (stripe, request) => stripe.subscriptionItems.retrieve(itemId, undefined, request),
      options,
    );
    return price.id;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
