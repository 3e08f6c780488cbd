import { clock } from '../../adapters/clock';
import { mapWithLimit } from '../../adapters/map-with-limit';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import { listUnpreviewed, removeUnpreviewed, type UnpreviewedShop } from '../../adapters/users-table/unpreviewed-shops';
import { logger } from '../../runtime/logger';
import { previewShop } from './preview-shop';

/** Previews made at once: the rest of Stripe's limit is for waiting users. */
const previewsAtOnce = 4;

export interface Previewed {
  previewed: number;
  /** Not previewed, because of a failure or the time: the next run begins with them. */
  unpreviewed: number;
}

/** Previews the next charges that may have changed since the last run, until `until` (unix milliseconds). */
export async function renewNextInvoices(until: number): Promise<Previewed> {
  const result: Previewed = { previewed: 0, unpreviewed: 0 };
  const preview = async (shop: UnpreviewedShop): Promise<void> => {
    if (clock.now() >= until) {
      result.unpreviewed += 1;
      return;
    }
    try {
      const snapshot = await readSnapshot(shop.userId, shop.customerId);
      if (snapshot) await previewShop(shop.userId, snapshot.record);
      await removeUnpreviewed(shop);
      result.previewed += 1;
    } catch (error) {
      result.unpreviewed += 1;
      logger.warn('a next charge could not be previewed', { customerId: shop.customerId, error });
    }
  };
  await mapWithLimit(previewsAtOnce, await listUnpreviewed(), preview);
  return result;
}
