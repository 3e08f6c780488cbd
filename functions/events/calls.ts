import * as platform from '#shared/contract/platform';
import { defineFreeHandler } from '#functions/http/define-handler';
import { handleStripeEvent } from './stripe-events';

export const stripeWebhook = defineFreeHandler(platform.stripeWebhook, async ({ rawBody, headers }) => {
  await handleStripeEvent(rawBody, headers['stripe-signature']);
  return { received: true };
});
