import type { StripeEvent } from '../stripe/read-event';
import { getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { eventCursorKey, onlyItem } from './keys';

/** The progress of the job that reads Stripe's events. */
export interface EventCursor {
  /** Every event made before this time (unix seconds) was handled, or waits below. */
  readTo: number;
  /** Events that could not be handled: each run tries them again first. `failedAt` in unix seconds. */
  waiting: { event: StripeEvent; failedAt: number }[];
}

const key = { pk: eventCursorKey, sk: onlyItem };

/** Undefined if no run has ended yet. */
export const readCursor = (): Promise<EventCursor | undefined> => getItem(usersTable(), key);

export const keepCursor = (cursor: EventCursor): Promise<void> => putItem(usersTable(), key, cursor);
