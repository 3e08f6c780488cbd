import * as z from 'zod/mini';
import { defineTask } from '#functions/platform/tasks';
import { getItems, putItems } from '#functions/platform/dynamodb/batch';
import type { Key } from '#functions/platform/dynamodb/items';
import { usersTable, eventKey, onlyItem } from '#functions/platform/users-table';
import { CallError } from '#shared/errors';
import { readEvent, stripeEventSchema } from './read-event';
import { logger } from '#functions/platform/logger';

/** Events of one customer, oldest first; the events of a shop are taken one after the other. */
export const takeStripeEvents = defineTask(
  'stripe-events',
  z.object({ events: z.array(stripeEventSchema) }),
  ({ events: [first] }) => first?.customerId ?? first?.id ?? 'none',
);

/** Longer than the three days for which Stripe repeats an event; in seconds. */
const kept = 7 * 24 * 60 * 60;

const keyOf = (eventId: string) => ({ pk: eventKey(eventId), sk: onlyItem });

/** Those of some events that were handled before, by id. */
export async function takenOf(eventIds: readonly string[]): Promise<Set<string>> {
  const items = await getItems<Key>(usersTable(), eventIds.map(keyOf));
  const taken = new Set(items.map(({ pk }) => pk));
  return new Set(eventIds.filter((id) => taken.has(eventKey(id))));
}

/**
 * Records that events were handled. Called only after that, so that Stripe delivers failed ones again. `now` in unix
 * seconds.
 */
export async function recordEvents(events: readonly { id: string; type: string }[], now: number): Promise<void> {
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
  await putItems(
    usersTable(),
    distinct.map(({ id, type }) => ({ ...keyOf(id), type, takenAt: now, expiresAt: now + kept })),
  );
}

/**
 * Accepts one of Stripe's events, by its signed raw body: a task handles it, so that Stripe has its response at once. A
 * failure is thrown, so that Stripe delivers it again. Throws WEBHOOK_SIGNATURE_INVALID if the signature is not
 * Stripe's.
 */
export async function handleStripeEvent(rawBody: string, signature: string | undefined): Promise<void> {
  const event = await readEvent(rawBody, signature);
  if (!event) throw new CallError('WEBHOOK_SIGNATURE_INVALID');
  logger.appendKeys({ eventId: event.id, eventType: event.type });
  if ((event.customerId ?? event.userId ?? event.paymentId) === undefined) return;
  await takeStripeEvents.enqueue({ events: [event] }, { id: event.id });
}
