import { stripeWebhook } from '#shared/contract/platform';
import { takeEvent } from '../domain/stripe-events/handle-stripe-event';
import { definePublicHandler } from '../http/define-public-handler';

export const handler = definePublicHandler(stripeWebhook, async ({ rawBody, headers }) => {
  await takeEvent(rawBody, headers['stripe-signature']);
  return { received: true };
});
