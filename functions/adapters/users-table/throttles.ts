import { exists } from '../dynamodb/expressions';
import { getItem, updateItemIf } from '../dynamodb/items';
import { onlyItem, throttleKey } from './keys';
import { usersTable } from './table';

/** Attempts of one kind within a window. Times are unix seconds. */
interface ThrottleItem {
  attempts: number;
  /** End of the window, or of the pause after it; also the item's TTL. */
  expiresAt: number;
  /** No attempt is allowed before this time. */
  lockedUntil?: number;
}

const keyOf = (what: string) => ({ pk: throttleKey(what), sk: onlyItem });

/** The current count; undefined if there is none or it has expired. */
export async function readThrottle(what: string, now: number): Promise<ThrottleItem | undefined> {
  const item = await getItem<ThrottleItem>(usersTable(), keyOf(what));
  return item && item.expiresAt > now ? item : undefined;
}

/**
 * Counts one attempt, atomically: of any number of concurrent attempts at most `limit` are `taken`. The first one
 * begins the window. Returns the updated item.
 */
export async function countAttempt(
  what: string,
  limit: number,
  windowSeconds: number,
  now: number,
): Promise<ThrottleItem & { taken: boolean }> {
  const end = now + windowSeconds;
  for (;;) {
    const counted = await updateItemIf<ThrottleItem>(usersTable(), keyOf(what), {
      assign: ['attempts = if_not_exists(attempts, :zero) + :one', 'expiresAt = if_not_exists(expiresAt, :end)'],
      if: 'attribute_not_exists(pk) OR (expiresAt > :now AND attempts < :limit)',
      values: { zero: 0, one: 1, limit, now, end },
    });
    if (counted) return { ...counted, taken: true };
    const full = await readThrottle(what, now);
    if (full && full.attempts >= limit) return { ...full, taken: false };
    // DynamoDB removes expired items late; a new window replaces such an item.
    const renewed = await updateItemIf<ThrottleItem>(usersTable(), keyOf(what), {
      set: { attempts: 1, expiresAt: end },
      remove: ['lockedUntil'],
      if: 'expiresAt <= :now',
      values: { now },
    });
    if (renewed) return { ...renewed, taken: true };
  }
}

/** Uncounts one attempt. */
export async function uncountAttempt(what: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(what), {
    assign: ['attempts = attempts - :one'],
    if: 'attempts > :zero',
    values: { one: 1, zero: 0 },
  });
}

/** Moves the end of the window, or begins a lockout; a lockout is never shortened. */
export async function extendPause(what: string, until: { expiresAt?: number; lockedUntil?: number }): Promise<void> {
  const { expiresAt, lockedUntil } = until;
  if (expiresAt !== undefined) await updateItemIf(usersTable(), keyOf(what), { set: { expiresAt }, ...exists });
  if (lockedUntil !== undefined) {
    await updateItemIf(usersTable(), keyOf(what), {
      assign: ['lockedUntil = :until'],
      if: 'attribute_exists(pk) AND (attribute_not_exists(lockedUntil) OR lockedUntil < :until)',
      values: { until: lockedUntil },
    });
  }
}

/** Ends the window now, so that counting begins again. */
export async function clearAttempts(what: string, now: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(what), { set: { expiresAt: now }, ...exists });
}
