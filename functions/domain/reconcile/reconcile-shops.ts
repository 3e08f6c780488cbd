import pLimit from 'p-limit';
import { reconciling } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { endPass, keepPass, readPass, type ReconcilePass } from '../../adapters/users-table/reconcile-pass';
import { scanShopAges, type ShopAge } from '../../adapters/users-table/shop-ages';
import { indexMissing } from '../documents/index-documents';
import { reconcileShop } from './reconcile-shop';
import { logFailure } from '../log-failure';

/** After this many failures the cause is general, and trying the rest does not help. */
const mostFailures = 20;

export interface Reconciled {
  read: number;
  failed: number;
  /** Found but not read in time: the next run begins with them. */
  left: number;
}

/**
 * Reads shops from Stripe, in their order, until `until` (unix milliseconds); returns the customers that could not be
 * read.
 */
async function readShops(shops: readonly ShopAge[], until: number, result: Reconciled): Promise<string[]> {
  const failed: string[] = [];
  // 15 concurrent requests leave the rest of Stripe's limit to waiting users.
  const limit = pLimit(reconciling.shopsAtOnce);
  const read = async ({ userId, customerId }: ShopAge): Promise<void> => {
    if (clock.now() >= until || result.failed >= mostFailures) {
      result.left += 1;
      return;
    }
    try {
      const record = await reconcileShop(userId, customerId);
      if (record) await indexMissing(userId, record);
      result.read += 1;
    } catch (error) {
      result.failed += 1;
      failed.push(customerId);
      logFailure('a shop could not be read', { userId, customerId }, error);
    }
  };
  await Promise.all(shops.map((shop) => limit(read, shop)));
  return failed;
}

/**
 * Reads shops from Stripe again until `until` (unix milliseconds), each at most once in a run. It goes through the
 * table part by part, in each part the oldest first, from where the last run ended to the end and then from the
 * beginning. The next run continues an interrupted part without the shops already read or failed in it, so that no run
 * repeats another's work and every run makes progress.
 */
export async function reconcileShops(until: number): Promise<Reconciled> {
  const begunAt = clock.now();
  return goThrough((await readPass()) ?? { since: begunAt, failed: [] }, begunAt, until);
}

/**
 * Continues a pass over all shops that reconcileShops could not finish in its time; does nothing if there is none. So a
 * pass takes as many runs as its shops need, one after the other.
 */
export async function continueReconciling(until: number): Promise<Reconciled> {
  const pass = await readPass();
  return pass ? goThrough(pass, pass.since, until) : { read: 0, failed: 0, left: 0 };
}

/** Continues a pass, and then begins again until the pass that began at `begunAt` (unix milliseconds) has ended. */
async function goThrough(from: ReconcilePass, begunAt: number, until: number): Promise<Reconciled> {
  const result: Reconciled = { read: 0, failed: 0, left: 0 };
  let pass = from;
  while (clock.now() < until && result.failed < mostFailures) {
    const { since, start, failed } = pass;
    const { shops, next } = await scanShopAges(start);
    const due = shops.filter(({ customerId, readAtMs }) => readAtMs < since && !failed.includes(customerId));
    const failedNow = await readShops(due, until, result);
    if (result.left > 0) {
      await keepPass({ ...pass, failed: [...failed, ...failedNow] });
      return result;
    }
    if (!next && since === begunAt) {
      await endPass();
      return result;
    }
    pass = next ? { since, start: next, failed: [] } : { since: begunAt, failed: [] };
    await keepPass(pass);
  }
  return result;
}
