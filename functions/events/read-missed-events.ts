import { getItem, putItem } from '#functions/platform/dynamodb/items';
import { usersTable, eventCursorKey, onlyItem } from '#functions/platform/users-table';
import { stripeEvents } from '#shared/model/stripe-events';
import { stripe } from '#functions/platform/stripe/client';
import { toStripeEvent, type StripeEvent, takenOf, takeStripeEvents } from './stripe-events';
import { clock } from '#functions/platform/clock';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { toldWrite } from '#functions/mails/notices-table';
import { logger } from '#functions/platform/logger';

const key = { pk: eventCursorKey, sk: onlyItem };

/** The time (unix seconds) before which each event of Stripe is handled or enqueued; undefined before the first run. */
export const readCursor = async (): Promise<number | undefined> =>
  (await getItem<{ readTo: number }>(usersTable(), key))?.readTo;

export const keepCursor = (readTo: number): Promise<void> => putItem(usersTable(), key, { readTo });

/**
 * The events of a time range that concern the portal, oldest first; both ends in unix seconds and inclusive (fact
 * `events-by-time`). All are listed, as a list filters by 20 types at most, page by page, as the SDK's arrays end at
 * 10,000.
 */
async function listEvents(from: number, to: number): Promise<StripeEvent[]> {
  const listed: StripeEvent[] = [];
  for (let after: string | undefined; ;) {
    const page = { created: { gte: from, lte: to }, limit: 100, ...(after !== undefined && { starting_after: after }) };
    const { data, has_more: more } = await stripe().events.list(page);
    const concerning = data.filter(({ type }) => stripeEvents.some((one) => one === type));
    listed.push(...concerning.map(toStripeEvent));
    after = data.at(-1)?.id;
    if (!more || after === undefined) return listed.toReversed();
  }
}

const minute = 60;
const day = 24 * 60 * minute;
/** Seconds of events that are read again, because an event may become visible after a later one. */
const overlap = 15 * minute;
/** Seconds of events enqueued before the next are read, so that a cut keeps its progress; doubles while empty. */
const span = 60 * minute;
/** Seconds that the first run reads, without a cursor. */
const firstSpan = day;
/** Stripe keeps events for 30 days (docs.stripe.com/api/events). Seconds. */
const keptAtStripe = 30 * day;

/** Events by their customer; one without, such as a card saved without a shop, stands alone. */
function byCustomer(events: readonly StripeEvent[]): StripeEvent[][] {
  const groups = new Map<string, StripeEvent[]>();
  for (const event of events) {
    const key = event.customerId ?? event.id;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

/** Enqueues those events that the webhook did not bring, a task for each shop; returns of how many shops. */
async function enqueueMissed(events: readonly StripeEvent[]): Promise<number> {
  const taken = await takenOf(events.map(({ id }) => id));
  const groups = byCustomer(events.filter(({ id }) => !taken.has(id)));
  for (const group of groups)
    await takeStripeEvents.enqueue({ events: group, knownAtMs: clock.now() }, { id: `missed-${group[0]?.id}` });
  return groups.length;
}

/**
 * Reads Stripe's events since the last run and enqueues those that the webhook did not bring, a task for each shop that
 * they name. It goes span by span until now or `until` (unix milliseconds) and keeps how far it came after each. If
 * Stripe is down, that stays and the error is thrown. Returns the number of shops.
 */
export async function readMissedEvents(until: number): Promise<{ shops: number }> {
  const now = clock.seconds();
  let readTo = Math.max((await readCursor()) ?? now - firstSpan, now - keptAtStripe);
  let shops = 0;
  let length = span;
  do {
    const end = Math.min(readTo + length, now);
    const events = await listEvents(readTo - overlap, end);
    // Those of the overlap were told by the run before.
    for (const { id, objectId } of events.filter(({ endedUnpaid }) => endedUnpaid))
      if (await writeAll([toldWrite(`ended-by-stripe-${id}`, null, now)]))
        logger.error('Stripe ended a subscription by its own setting (docs/runbook.md)', { eventId: id, objectId });
    shops += await enqueueMissed(events);
    readTo = end;
    length = events.length === 0 ? 2 * length : span;
    await keepCursor(readTo);
  } while (readTo < now && clock.now() < until);
  return { shops };
}
