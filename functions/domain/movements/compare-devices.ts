import { clock } from '../../adapters/clock';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { scanShopAges, type ScanPlace } from '../../adapters/users-table/shop-ages';
import { logger } from '../../runtime/logger';
import { workUntil } from '../work-until';
import { noteDifferences } from './note-differences';

/** Shops compared at the same time: two queries each, and one for each subscription. */
const shopsAtOnce = 10;
/** A mirror older than this, in seconds, says too little about the devices of today. */
const oldestMirror = 24 * 60 * 60;

export interface Compared {
  compared: number;
  failed: number;
  /** Not compared in time. */
  left: number;
  /** Differences that are news to the staff: found, changed, or gone. */
  news: number;
}

/**
 * Compares the devices held and billed of all shops until `until` (unix milliseconds), without a request of Stripe or
 * Kintone. Does nothing while the devices were not mirrored for a day: then every difference could be of that alone.
 */
export async function compareDevices(until: number): Promise<Compared> {
  const result: Compared = { compared: 0, failed: 0, left: 0, news: 0 };
  const heldAt = await lastDeviceSync();
  if (heldAt === null || heldAt < clock.seconds() - oldestMirror) {
    logger.warn('the devices were not mirrored for a day, so they are not compared', { heldAt });
    return result;
  }
  let start: ScanPlace | undefined;
  do {
    const { shops, next } = await scanShopAges(start);
    const { results, failed, left } = await workUntil(
      { until, atOnce: shopsAtOnce },
      shops,
      ({ userId, customerId }) => noteDifferences(userId, customerId, heldAt),
      ({ customerId }, error) => logger.error('the devices of a shop could not be compared', { customerId, error }),
    );
    result.compared += results.length;
    result.news += results.reduce((sum, one) => sum + one, 0);
    result.failed += failed;
    result.left += left;
    start = next;
  } while (start && clock.now() < until);
  return result;
}
