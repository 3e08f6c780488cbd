import { getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { eventCursorKey, onlyItem } from './keys';

const key = { pk: eventCursorKey, sk: onlyItem };

/** The time (unix seconds) before which each event of Stripe is handled or enqueued; undefined before the first run. */
export const readCursor = async (): Promise<number | undefined> =>
  (await getItem<{ readTo: number }>(usersTable(), key))?.readTo;

export const keepCursor = (readTo: number): Promise<void> => putItem(usersTable(), key, { readTo });
