import type { LimitKind, Scope } from '#shared/model/limits';
import { getItem, updateItemIf, type Change } from '#functions/platform/dynamodb/items';
import { limitKey, onlyItem, usersTable } from '#functions/platform/users-table';

/** A use to count within a time that the first one begins: `amount` of `most`. */
export interface Window {
  kind: LimitKind;
  scope: Scope;
  /** Names its item: by whom or what it is counted. */
  of: string;
  /** The attribute with its count; the one with its end has `_end` behind it. */
  name: string;
  most: number;
  seconds: number;
  amount: number;
}

/** A window with its uses, and the unix second of its end. */
export interface Counted extends Window {
  count: number;
  ends: number;
}

/** Counts: for each window its uses and its end. `lock`: wrong passwords, kept until, locked until (unix seconds). */
type LimitItem = Record<string, number | undefined>;

/** The item of windows that are counted together. */
const itemOf = ([first]: readonly Window[]): string => first?.of ?? '';
const keyOf = (of: string) => ({ pk: limitKey(of), sk: onlyItem });
/** Longer than any window, so that DynamoDB's TTL removes no running one; in seconds. */
const kept = 2 * 24 * 60 * 60;

const countOf = (item: LimitItem, { name }: Window): number => item[name] ?? 0;
const endOf = (item: LimitItem, { name }: Window): number => item[`${name}_end`] ?? 0;
const counted = (item: LimitItem, windows: readonly Window[]): Counted[] =>
  windows.map((window) => ({ ...window, count: countOf(item, window), ends: endOf(item, window) }));

const fullOf = (windows: readonly Counted[], now: number): Counted[] =>
  windows.filter(({ ends, count, amount, most }) => ends > now && count + amount > most);

/** Counts in windows that run or were never begun, and begins anew those that are over; all of them, or none. */
function counting(windows: readonly Window[], over: readonly Window[], now: number): Change {
  const begins = (window: Window): boolean => over.includes(window);
  return {
    set: { expiresAt: now + kept },
    assign: windows.flatMap((window, index) =>
      begins(window)
        ? [`#${window.name} = :amount${index}`, `#${window.name}_end = :end${index}`]
        : [
            `#${window.name} = if_not_exists(#${window.name}, :zero) + :amount${index}`,
            `#${window.name}_end = if_not_exists(#${window.name}_end, :end${index})`,
          ],
    ),
    if: windows
      .map((window, index) => {
        const { name } = window;
        if (begins(window)) return `(#${name}_end <= :now)`;
        return `(attribute_not_exists(#${name}) OR (#${name}_end > :now AND #${name} <= :room${index}))`;
      })
      .join(' AND '),
    values: {
      now,
      ...(over.length < windows.length && { zero: 0 }),
      ...Object.fromEntries(
        windows.flatMap((window, index) => [
          [`amount${index}`, window.amount],
          [`end${index}`, now + window.seconds],
          ...(begins(window) ? [] : [[`room${index}`, window.most - window.amount] as const]),
        ]),
      ),
    },
  };
}

/** Counts a use in all windows of one item, or in none and returns the full ones. Exact for concurrent uses. */
export async function countUse(
  windows: readonly Window[],
  now: number,
): Promise<{ counted: Counted[]; full?: never } | { full: Counted[]; counted?: never }> {
  const of = itemOf(windows);
  for (let over: Window[] = []; ;) {
    const item = await updateItemIf<LimitItem>(usersTable(), keyOf(of), counting(windows, over, now));
    if (item) return { counted: counted(item, windows) };
    const current = await readLimits(of);
    const full = fullOf(counted(current, windows), now);
    if (full.length > 0) return { full };
    // DynamoDB removes expired items late; a new window replaces one that is over.
    over = windows.filter((window) => current[window.name] !== undefined && endOf(current, window) <= now);
  }
}

/** The windows of one item in which a use would not fit. */
export const readFull = async (windows: readonly Window[], now: number): Promise<Counted[]> =>
  fullOf(counted(await readLimits(itemOf(windows)), windows), now);

/** Takes a use off its window again; not off the next one, if it is over. */
export async function uncountUse({ of, name, amount, ends }: Counted): Promise<void> {
  await updateItemIf(usersTable(), keyOf(of), {
    assign: [`#${name} = #${name} - :amount`],
    if: `#${name}_end = :ends AND #${name} >= :amount`,
    values: { amount, ends },
  });
}

/** Moves the end of a window: `at` now, counting begins again. */
export async function endWindow({ of, name }: Window, at: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(of), { set: { [`${name}_end`]: at }, if: `attribute_exists(#${name})` });
}

export const readLimits = async (of: string): Promise<LimitItem> =>
  (await getItem<LimitItem>(usersTable(), keyOf(of))) ?? {};

/** Keeps how many wrong passwords lock an account, until when they are remembered and until when they lock. */
export async function keepLock(
  of: string,
  lock: { lock: number; lock_end: number; lock_until: number },
): Promise<void> {
  await updateItemIf(usersTable(), keyOf(of), { set: { ...lock, expiresAt: lock.lock_end + kept } });
}
