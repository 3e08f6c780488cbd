import type { Stripe } from 'stripe';
import { stripeWebhook } from '#functions/events/calls';
import type { ApiResponse } from '../../local/testing/functions';
import { Browser } from './browser';
import { doTasks } from './task-queue';
import { webhookSecret, type PaymentServices } from './payment-services';

/** The newest event of a type, or of any type; throws if Stripe has recorded none. */
export async function newestEvent({ stripe }: PaymentServices, type?: string): Promise<Stripe.Event> {
  const [event] = (await stripe.events.list({ ...(type && { type }), limit: 1 })).data;
  if (!event) throw new Error(`Stripe has recorded no event ${type ?? ''}`);
  return event;
}

/** Delivers one of Stripe's events to the webhook, signed with the current time. */
export async function sendEvent(
  { stripe, clock }: PaymentServices,
  event: Stripe.Event,
  secret = webhookSecret,
): Promise<ApiResponse> {
  const payload = JSON.stringify(event);
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(clock.now() / 1000),
  });
  return new Browser().send(stripeWebhook, {
    method: 'POST',
    path: '/api',
    body: payload,
    headers: { origin: '', 'stripe-signature': signature },
  });
}

/** Delivers an event, and does what it leads to. */
export async function deliverEvent(...sent: Parameters<typeof sendEvent>): Promise<ApiResponse> {
  const response = await sendEvent(...sent);
  await doTasks({ sweep: false });
  return response;
}

/** The ids of the events that `deliverEvents` has delivered. */
const delivered = new Set<string>();

/** Events so far are not delivered: for a shop that was read since, in tests that make many of them. */
export async function skipEvents({ stripe }: PaymentServices): Promise<void> {
  for await (const { id } of stripe.events.list({ limit: 100 })) {
    if (delivered.has(id)) break;
    delivered.add(id);
  }
}

/**
 * Delivers the events of Stripe that it has not delivered yet, newest first, because Stripe promises no order. Then it
 * does what they lead to. `again` delivers all.
 */
export async function deliverEvents(services: PaymentServices, { again = false } = {}): Promise<void> {
  for await (const event of services.stripe.events.list({ limit: 100 })) {
    if (delivered.has(event.id) && !again) continue;
    const { status } = await sendEvent(services, event);
    if (status !== 200) throw new Error(`The event ${event.type} returned ${status}`);
    delivered.add(event.id);
  }
  await doTasks({ sweep: false });
}
