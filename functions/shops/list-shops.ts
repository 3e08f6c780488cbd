import { callBudget } from '#shared/constants';
import { pageFrom } from '#shared/contract/parts';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '#functions/platform/clock';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { isUnavailable, Unavailable } from '#functions/platform/unavailable';
import type { SnapshotItem } from '#functions/platform/users-table';
import { readShopPage } from './shops-table';
import { logger } from '#functions/platform/logger';
import type { Caller, ShopOwner } from '#functions/http/caller';
import { refreshShop } from './refresh-shop';
import { isTakingOver, takeOver } from './take-over';

/** Older snapshots are read from Stripe again, in milliseconds. */
const freshFor = 24 * 60 * 60 * 1000;
/** How long a caller waits for a newer state if there is a snapshot to show, in milliseconds. */
const patience = 4_000;

/** Shops read at once: one and a half times the requests at once, so that none idles between a shop's two. */
const shopsAtOnce = 30;

const isFresh = (snapshot: SnapshotItem | undefined): boolean =>
  snapshot !== undefined && snapshot.changedAtMs === undefined && clock.now() - snapshot.readAtMs < freshFor;
const byAge = (left: ShopRecord, right: ShopRecord): number =>
  left.customer.created - right.customer.created || (left.customer.id < right.customer.id ? -1 : 1);

/**
 * The shops of a page, from the snapshots. A shop without a snapshot, or with one older than a day or
 * than a change, is read from Stripe, all of them at the same time. While Stripe is down the last snapshot is returned;
 * throws Unavailable only if there is none.
 */
async function showShops({ userId, shops, snapshots }: ShopOwner): Promise<ShopRecord[]> {
  const startedAt = clock.now();
  const read = async ({ customerId }: { customerId: string }): Promise<ShopRecord | undefined> => {
    const snapshot = snapshots.find((one) => one.customerId === customerId);
    if (isFresh(snapshot)) return snapshot?.record;
    const until = startedAt + (snapshot ? patience : callBudget);
    return refreshShop(userId, customerId, { until }).catch((error: unknown) => {
      if (!snapshot) throw error;
      logger.warn('showing an old state: the shop could not be read', {
        customerId,
        readAt: snapshot.record.readAt,
        error,
      });
      return snapshot.record;
    });
  };
  const found = await mapWithLimit(shopsAtOnce, shops, read).catch((error: unknown) => {
    throw isUnavailable(error) ? new Unavailable('stripe', error) : error;
  });
  return found.filter((record) => record !== undefined);
}

/** The caller's shops, or a page from after `after` on; those gone at Stripe are left out and made up for. */
export async function listShops(caller: Pick<Caller, 'userId' | 'profile'>, after?: string): Promise<ShopRecord[]> {
  const { most, from } = pageFrom(after);
  const shown = await readShops(caller.userId, most, from);
  if (shown.length > 0 || after !== undefined) return shown;
  // Somebody who has just registered sees the shops of their address at once, whether or not the task was quicker.
  if (await isTakingOver(caller.profile.email))
    await takeOver(caller.profile, { until: clock.now() + patience }).catch((error: unknown) =>
      logger.warn('shops are left to the task', { error }),
    );
  return readShops(caller.userId, most, from);
}

async function readShops(userId: string, most: number, from: string | undefined): Promise<ShopRecord[]> {
  const shown: ShopRecord[] = [];
  let last = from;
  for (;;) {
    const missing = most - shown.length;
    const { shops, snapshots } = await readShopPage(userId, last, missing);
    shown.push(...(await showShops({ userId, shops, snapshots })));
    last = shops.at(-1)?.customerId;
    if (shops.length < missing || shown.length >= most) return shown.toSorted(byAge);
  }
}
