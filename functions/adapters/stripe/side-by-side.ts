/** Requests of one function in flight at once: well within Stripe's 25 a second of a sandbox, and 100 of a live account. */
export const mostInFlight = 20;

/** Runs `work` for each item side by side, at most `limit` at once; outcomes in the order of the items. Never throws itself. */
export async function sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>, limit: number = mostInFlight): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) [outcomes[index]] = await Promise.allSettled([work(item)]);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return outcomes;
}
