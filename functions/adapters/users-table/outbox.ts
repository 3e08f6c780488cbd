import { deleteItemIf, putItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { usersTable } from './table';

interface Outbox<T> {
  /** Adds an entry, or replaces the one of the same id. */
  enqueue: (entry: T) => Promise<void>;
  /** All entries, in the order of their ids. */
  list: () => Promise<T[]>;
  /** Removes an entry, unless a later one has replaced it. */
  remove: (entry: T) => Promise<void>;
}

/**
 * Work that a job does for each id once, however many events asked for it. `pk` is the partition of its entries;
 * `enqueuedAtMs` (unix milliseconds) says which of two entries of an id is the later.
 */
export function outboxOf<T extends { enqueuedAtMs: number }>(pk: string, idOf: (entry: T) => string): Outbox<T> {
  const keyOf = (entry: T) => ({ pk, sk: idOf(entry) });
  return {
    enqueue: (entry) => putItem(usersTable(), keyOf(entry), entry),
    list: () => queryRange<T>(usersTable(), { pk }),
    remove: async (entry) => {
      await deleteItemIf(usersTable(), keyOf(entry), {
        if: 'enqueuedAtMs = :enqueuedAtMs',
        values: { enqueuedAtMs: entry.enqueuedAtMs },
      });
    },
  };
}
