import { clock } from '../../adapters/clock';
import { sideBySide } from '../../adapters/stripe/side-by-side';
import { listShopAges } from '../../adapters/users-table/snapshots';
import { logger } from '../../runtime/logger';
import { refreshSnapshot } from './refresh-snapshot';

/** Shops read at once: 15 requests in flight leave the rest of Stripe's limit to people who wait. */
const atOnce = 5;
/** After so many failures something is wrong that trying the rest will not cure. */
const mostFailures = 20;

export interface Reconciled {
  read: number;
  failed: number;
  /** Not reached in the time there was: they are the oldest at the next run. */
  left: number;
}

/** Reads shops from Stripe again, those whose state is the oldest first, until `until` (unix milliseconds). */
export async function reconcileShops(until: number): Promise<Reconciled> {
  const shops = await listShopAges();
  const result: Reconciled = { read: 0, failed: 0, left: 0 };
  await sideBySide(
    shops,
    async ({ userId, customerId }) => {
      if (clock.now() >= until || result.failed >= mostFailures) {
        result.left += 1;
        return;
      }
      try {
        await refreshSnapshot(userId, customerId);
        result.read += 1;
      } catch (error) {
        result.failed += 1;
        logger.error('a shop could not be read', { userId, customerId, error });
      }
    },
    atOnce,
  );
  return result;
}
