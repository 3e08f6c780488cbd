import { getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { eventKey, onlyItem } from './keys';

/** Longer than the three days for which Stripe repeats an event; in seconds. */
const kept = 7 * 24 * 60 * 60;

const keyOf = (eventId: string) => ({ pk: eventKey(eventId), sk: onlyItem });

/** Whether an event was handled before. */
export const wasTaken = async (eventId: string): Promise<boolean> =>
  (await getItem(usersTable(), keyOf(eventId))) !== undefined;

/**
 * Records that an event was handled. Called only after that, so that Stripe delivers a failed one again. `now` in unix
 * seconds.
 */
export const recordEvent = (eventId: string, type: string, now: number): Promise<void> =>
  putItem(usersTable(), keyOf(eventId), { type, takenAt: now, expiresAt: now + kept });
