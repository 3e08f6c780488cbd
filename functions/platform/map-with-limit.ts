import pLimit from 'p-limit';
import { clock } from './clock';

/** Runs `work` for each item, at most `most` at once; results in order. A failure is thrown once the running end. */
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

export const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size));

/**
 * Runs `work` for each item in the given order, at most `atOnce` at the same time; after `until` (unix milliseconds)
 * none begins any more. A failure delays no other item and goes to `onFailure`. `left`: how many had not begun when the
 * time was over.
 */
export async function workUntil<T, R>(
  { until, atOnce }: { until: number; atOnce: number },
  items: readonly T[],
  work: (item: T) => Promise<R>,
  onFailure: (item: T, error: Error) => void,
): Promise<{ results: R[]; failed: number; left: number }> {
  const worked = { results: [] as R[], failed: 0, left: 0 };
  await pLimit(atOnce).map(items, async (item) => {
    if (clock.now() >= until) {
      worked.left += 1;
      return;
    }
    try {
      worked.results.push(await work(item));
    } catch (error) {
      worked.failed += 1;
      onFailure(item, error as Error);
    }
  });
  return worked;
}
