import { clock } from '../../adapters/clock';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { checkedShopsPlace } from '../../adapters/users-table/job-place';
import { scanShopAges } from '../../adapters/users-table/shop-ages';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import { logger } from '../../runtime/logger';
import { noteDifferences } from '../movements/note-differences';
import { tellTrialsEnding } from './tell-trials-ending';
import { workUntil } from '../work-until';

/** Shops checked at the same time: the reads and queries of one follow each other. */
const shopsAtOnce = 10;
/** A mirror older than this, in seconds, is too old to compare with. */
const oldestMirror = 24 * 60 * 60;

interface Checked {
  checked: number;
  failed: number;
  /** Found but not checked in time. */
  left: number;
  /** False if the time was over before the last shop: the next run goes on. */
  finished: boolean;
  /** Differences that the staff are told: new, changed, or gone. */
  news: number;
  /** Owners told that a trial ends soon. */
  trials: number;
}

/** When the devices were mirrored, in unix seconds; undefined if that was too long ago to compare them. */
async function mirroredAt(): Promise<number | undefined> {
  const heldAt = await lastDeviceSync();
  if (heldAt !== null && heldAt >= clock.seconds() - oldestMirror) return heldAt;
  logger.warn('the devices were not mirrored for a day, so they are not compared', { heldAt });
  return undefined;
}

/**
 * Looks at all shops until `until` (unix milliseconds), without a request of Stripe or Kintone: compares the devices
 * held and billed, unless the mirror is too old, and tells owners of trials that end soon. A shop that was changed and
 * not read since is left to the next run. If the time is over first, the next run goes on where this one stopped.
 */
export async function checkShops(until: number): Promise<Checked> {
  const result: Checked = { checked: 0, failed: 0, left: 0, finished: false, news: 0, trials: 0 };
  const heldAt = await mirroredAt();
  const check = async ({ userId, customerId }: { userId: string; customerId: string }) => {
    const snapshot = await readSnapshot(userId, customerId);
    if (!snapshot || snapshot.changedAtMs !== undefined) return { trials: 0, news: 0 };
    const trials = await tellTrialsEnding(userId, snapshot.record);
    return { trials, news: heldAt === undefined ? 0 : await noteDifferences(snapshot, heldAt) };
  };
  const begun = await checkedShopsPlace.read();
  let place = begun;
  do {
    const { shops, next } = await scanShopAges(place);
    const { results, failed, left } = await workUntil({ until, atOnce: shopsAtOnce }, shops, check, (shop, error) =>
      logger.error('a shop could not be checked', { customerId: shop.customerId, error }),
    );
    result.checked += results.length;
    for (const { news, trials } of results) {
      result.news += news;
      result.trials += trials;
    }
    result.failed += failed;
    result.left += left;
    result.finished = left === 0 && !next;
    if (left === 0) place = next;
  } while (!result.finished && clock.now() < until);
  if (place !== begun) await checkedShopsPlace.keep(place);
  return result;
}
