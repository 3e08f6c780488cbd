import pLimit from 'p-limit';
import { clock } from './clock';

/** The outcome of a job's pieces of work; `failed` and `left` are their numbers. */
export interface Worked<R> {
  results: R[];
  failed: number;
  /** Not begun, because the time was over: the next run goes on with them. */
  left: number;
}

/**
 * Runs `work` for each item in the given order, at most `atOnce` at the same time; after `until` (unix milliseconds)
 * none begins any more, nor after `mostFailures`: the cause is general then, and trying the rest does not help. A
 * failure delays no other item and goes to `onFailure`.
 */
export async function workUntil<T, R>(
  { until, atOnce, mostFailures = Infinity }: { until: number; atOnce: number; mostFailures?: number },
  items: readonly T[],
  work: (item: T) => Promise<R>,
  onFailure: (item: T, error: Error) => void,
): Promise<Worked<R>> {
  const worked: Worked<R> = { results: [], failed: 0, left: 0 };
  await pLimit(atOnce).map(items, async (item) => {
    if (clock.now() >= until || worked.failed >= mostFailures) {
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
