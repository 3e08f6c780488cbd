import pLimit from 'p-limit';

/**
 * Runs `work` for each item, at most `most` at once, and returns the results in the order of the items. After a failure
 * no further item starts, and the failure is thrown when the running ones have ended.
 */
export async function mapWithLimit<T, R>(
  most: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  await pLimit(most).map(items, async (item, index) => {
    if (failures.length > 0) return;
    try {
      results[index] = await work(item);
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Parts of a list, each of at most `size`. */
export const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size));
