import { getItems, putItems } from '../dynamodb/batch';
import type { Key } from '../dynamodb/expressions';
import { usersTable } from './table';
import { eventKey, onlyItem } from './keys';

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
