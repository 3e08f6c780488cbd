import { stripeWebhook } from '#shared/contract/platform';
import { handleStripeEvent } from '../domain/stripe-events/handle-stripe-event';
import { defineFreeHandler } from '../http/define-handler';

export const handler = defineFreeHandler(stripeWebhook, async ({ rawBody, headers }) => {
  await handleStripeEvent(rawBody, headers['stripe-signature']);
  return { received: true };
});
