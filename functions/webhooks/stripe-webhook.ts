import { stripeWebhook } from '../../shared/contract/platform';
import { takeEvent } from '../domain/billing/take-event';
import { defineHandler } from '../runtime/define-handler';

export const handler = defineHandler(stripeWebhook, async ({ rawBody, headers }) => {
  await takeEvent(rawBody, headers['stripe-signature']);
  return { received: true };
});
