import pLimit from 'p-limit';

/**
 * The results of `work` for each item, in the order of the items, with at most `most` at once. After a failure nothing
 * more is begun, and it is thrown when what was under way has ended.
 */
export async function mapWithLimit<T, R>(
  most: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const limit = pLimit(most);
  const results: R[] = [];
  const failures: unknown[] = [];
  const run = async (item: T, index: number): Promise<void> => {
    if (failures.length > 0) return;
    try {
      results[index] = await work(item);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(items.map((item, index) => limit(run, item, index)));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Parts of a list, each of at most `size`. */
export const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size));
