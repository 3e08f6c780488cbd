import { neededEvents } from '#shared/model/stripe-events';
import { stripeRequest } from './client';
import { toStripeEvent, type StripeEvent } from './read-event';

/** The most entries that Stripe's SDK puts into one array. */
const mostEvents = 10_000;

/**
 * The needed events of a time range, oldest first; both ends in unix seconds and inclusive. Stripe keeps events for 30
 * days and lists them newest first, a hundred a page (docs.stripe.com/api/events/list, fact `events-by-time`). Throws
 * if there are 10,000 or more.
 */
export async function listEvents(from: number, to: number): Promise<StripeEvent[]> {
  const events = await stripeRequest((stripe, request) =>
    stripe.events
      .list({ created: { gte: from, lte: to }, types: [...neededEvents], limit: 100 }, request)
      .autoPagingToArray({ limit: mostEvents }),
  );
  if (events.length >= mostEvents) throw new Error(`Stripe has more than ${mostEvents} events from ${from} to ${to}`);
  return events.map(toStripeEvent).toReversed();
}
