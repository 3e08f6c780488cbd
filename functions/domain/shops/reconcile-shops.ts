import pLimit from 'p-limit';
import { reconciling } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { endPass, keepPass, readPass, type ReconcilePass } from '../../adapters/users-table/reconcile-pass';
import { scanShopAges, type ShopAge } from '../../adapters/users-table/shop-ages';
import { logger } from '../../runtime/logger';
import { reconcileShop } from './reconcile-shop';

/** After so many failures something is wrong that trying the rest will not cure. */
const mostFailures = 20;

export interface Reconciled {
  read: number;
  failed: number;
  /** Seen and not reached in the time there was: the next run begins with them. */
  left: number;
}

/**
 * Reads shops from Stripe, in their order, until `until` (unix milliseconds); answers the customers that could not be
 * read.
 */
async function readShops(shops: readonly ShopAge[], until: number, result: Reconciled): Promise<string[]> {
  const failed: string[] = [];
  // 15 requests in flight leave the rest of Stripe's limit to people who wait.
  const limit = pLimit(reconciling.shopsAtOnce);
  const read = async ({ userId, customerId }: ShopAge): Promise<void> => {
    if (clock.now() >= until || result.failed >= mostFailures) {
      result.left += 1;
      return;
    }
    try {
      await reconcileShop(userId, customerId);
      result.read += 1;
    } catch (error) {
      result.failed += 1;
      failed.push(customerId);
      logger.error('a shop could not be read', { userId, customerId, error });
    }
  };
  await Promise.all(shops.map((shop) => limit(read, shop)));
  return failed;
}

/**
 * Reads shops from Stripe again until `until` (unix milliseconds), each once in a run at most. It goes through the
 * table part by part, in each part the oldest first, from where the last run ended to the end and then from the
 * beginning. A part that is cut off is gone on with by the next run, without what was read or failed in it, so that
 * no run does another's work again and none stands still.
 */
export async function reconcileShops(until: number): Promise<Reconciled> {
  const begunAt = clock.now();
  const result: Reconciled = { read: 0, failed: 0, left: 0 };
  let pass: ReconcilePass = (await readPass()) ?? { since: begunAt, failed: [] };
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
