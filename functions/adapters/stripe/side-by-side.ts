import { mostInFlight } from './in-flight';

/**
 * Runs `work` for each item side by side, at most `limit` at once; outcomes in the order of the items. Never throws
 * itself. However many run, no more than 20 requests of Stripe are in flight (in-flight.ts).
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  limit: number = mostInFlight,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) [outcomes[index]] = await Promise.allSettled([work(item)]);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return outcomes;
}
