import type { Stripe } from 'stripe';
import { handler as stripeWebhook } from '../webhooks/stripe-webhook';
import { Browser } from './browser';
import { webhookSecret, type PaymentServices } from './payment-services';

/** Delivers one of Stripe's events to the webhook, signed with the current time. Returns the status of the response. */
export async function deliverEvent(
  { stripe, clock }: PaymentServices,
  event: Stripe.Event,
  secret = webhookSecret,
): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(clock.now() / 1000),
  });
  const { status } = await new Browser().send(stripeWebhook, {
    method: 'POST',
    path: '/api',
    body: payload,
    headers: { 'stripe-signature': signature },
  });
  return status;
}

/** Delivers all recorded events of Stripe, newest first, because Stripe promises no order. */
export async function deliverEvents(services: PaymentServices): Promise<void> {
  for await (const event of services.stripe.events.list({ limit: 100 })) {
    const status = await deliverEvent(services, event);
    if (status !== 200) throw new Error(`The event ${event.type} was answered with ${status}`);
  }
}
