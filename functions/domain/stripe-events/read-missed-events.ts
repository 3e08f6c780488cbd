import pLimit from 'p-limit';
import { reconciling } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { listEvents } from '../../adapters/stripe/list-events';
import type { StripeEvent } from '../../adapters/stripe/read-event';
import { keepCursor, readCursor, type EventCursor } from '../../adapters/users-table/event-cursor';
import { logger } from '../../runtime/logger';
import { takeEvents } from './take-events';
import { logFailure } from '../log-failure';

const minute = 60;
const day = 24 * 60 * minute;
/** Seconds of events that are read again, because an event may become visible after a later one. */
const overlap = 15 * minute;
/**
 * Seconds of events that are handled before the next are read, so that an interrupted run keeps its progress. After a
 * span without events the next is twice as long, so that a quiet month takes ten requests.
 */
const span = 60 * minute;
/** Seconds that the first run reads, without a cursor. */
const firstSpan = day;
/** Stripe keeps events for 30 days (docs.stripe.com/api/events). Seconds. */
const keptAtStripe = 30 * day;
/** Seconds for which an event is tried; after that only reconcile-shops reads its shop again. */
const tried = 3 * day;
/** After this many failures the cause is general, and trying the rest does not help. */
const mostWaiting = 50;

export interface MissedEvents {
  /** Shops that were read again, because their events had not come by the webhook. */
  read: number;
  failed: number;
  /** Shops not reached in time: the next run reads their events again. */
  left: number;
}

type Waiting = EventCursor['waiting'][number];

/**
 * Events grouped by their customer; an event without one, such as a card saved without a shop, is a group of its own.
 */
function byCustomer(events: readonly StripeEvent[]): StripeEvent[][] {
  const groups = new Map<string, StripeEvent[]>();
  for (const event of events) {
    const key = event.customerId ?? event.id;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

/** Handles events, some shops at a time; returns those that failed. A failure does not stop the others. */
async function handle(events: readonly StripeEvent[], until: number, result: MissedEvents): Promise<StripeEvent[]> {
  const failed: StripeEvent[] = [];
  // Reading only a few shops at once leaves the rest of Stripe's limit to waiting users.
  const limit = pLimit(reconciling.shopsAtOnce);
  const take = async (group: StripeEvent[]): Promise<void> => {
    if (failed.length > mostWaiting || clock.now() >= until) {
      result.left += 1;
      return;
    }
    try {
      if (await takeEvents(group)) result.read += 1;
    } catch (error) {
      result.failed += 1;
      failed.push(...group);
      logFailure('events of a shop could not be handled', { customerId: group[0]?.customerId }, error);
    }
  };
  await Promise.all(byCustomer(events).map((group) => limit(take, group)));
  return failed;
}

/** The waiting events that are still worth an attempt. */
function stillTried(waiting: readonly Waiting[], now: number): Waiting[] {
  const [kept, given] = [
    waiting.filter(({ failedAt }) => failedAt > now - tried),
    waiting.filter(({ failedAt }) => failedAt <= now - tried),
  ];
  for (const { event } of given) logger.error('an event is given up', { eventId: event.id, eventType: event.type });
  return kept;
}

/**
 * Reads Stripe's events since the last run, and handles those that the webhook missed, which reads only the shops that
 * they name (decision 038). It goes span by span until now or `until` (unix milliseconds) and keeps the cursor after
 * each, so that the next run continues after an interruption. Failed events wait in the cursor for the next run. If
 * Stripe is down, the cursor stays and the error is thrown.
 */
export async function readMissedEvents(until: number): Promise<MissedEvents> {
  const now = clock.seconds();
  const result: MissedEvents = { read: 0, failed: 0, left: 0 };
  const known = await readCursor();
  let waiting = stillTried(known?.waiting ?? [], now);
  let readTo = Math.max(known?.readTo ?? now - firstSpan, now - keptAtStripe);
  const again = waiting.map(({ event }) => event);
  const failedAgain = new Set((await handle(again, until, result)).map(({ id }) => id));
  if (result.left > 0) return result;
  waiting = waiting.filter(({ event }) => failedAgain.has(event.id));
  let length = span;
  do {
    const end = Math.min(readTo + length, now);
    const inSpan = (await listEvents(readTo - overlap, end)).filter(({ id }) => !failedAgain.has(id));
    for (const { id, objectId } of inSpan.filter(({ endedUnpaid }) => endedUnpaid))
      logger.error('Stripe ended a subscription by its own setting (docs/runbook.md)', { eventId: id, objectId });
    const failed = await handle(inSpan, until, result);
    if (result.left > 0 || waiting.length + failed.length > mostWaiting) break;
    for (const { id } of failed) failedAgain.add(id);
    waiting = [...waiting, ...failed.map((event) => ({ event, failedAt: now }))];
    readTo = end;
    length = inSpan.length === 0 ? 2 * length : span;
    await keepCursor({ readTo, waiting });
  } while (readTo < now && clock.now() < until);
  return result;
}
