import { isOpen } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import {
  differenceNewsWrite,
  differenceWrite,
  forgetDifferenceWrite,
  type DifferenceItem,
} from '../../adapters/devices-table/differences';
import { subscriptionOf } from '../../adapters/devices-table/items';
import { readShopMovements, type MovementItem } from '../../adapters/devices-table/movements';
import { writeAll } from '../../adapters/dynamodb/transaction';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { billedUnits } from '../booking/billed-units';
import { contactOf } from '../booking/describe-shop';
import { devicesOfShop } from '../shelf/devices-of-shop';
import { heldOf, isExplained } from './count-devices';

/** The result of comparing one subscription: a new difference, or one that has gone away. */
type News = { change: 'found' | 'gone'; held: number; billed: number } | undefined;

/** What is new about a subscription's counts to the staff, who know `known`. `now` in unix seconds. Pure. */
function newsOf(
  counts: { held: number; billed: number },
  movements: readonly MovementItem[],
  known: Pick<DifferenceItem, 'held' | 'billed'> | undefined,
  now: number,
): News {
  if (isExplained(counts, movements, now)) return known && { change: 'gone', ...counts };
  const isKnown = known?.held === counts.held && known.billed === counts.billed;
  return isKnown ? undefined : { change: 'found', ...counts };
}

/**
 * Compares the devices held and billed of each subscription of a shop, and tells the staff once of each difference that
 * no movement explains, and once when it has gone away (decision 070). `heldAt`: when the devices were read from the
 * record system, unix seconds. Returns how many differences are news.
 */
export async function noteDifferences(
  snapshot: Pick<SnapshotItem, 'customerId' | 'record' | 'readAtMs' | 'shelved'>,
  heldAt: number,
): Promise<number> {
  const { customerId } = snapshot;
  const now = clock.seconds();
  const { movements, differences } = await readShopMovements(customerId);
  const billed = billedUnits(snapshot.record);
  const devices = (await devicesOfShop(snapshot)).map(({ device }) => device);
  let found = 0;
  for (const subscriptionId of Object.keys(billed)) {
    const held = heldOf(devices.filter((device) => subscriptionOf(device) === subscriptionId));
    const own = movements.filter((one) => one.subscriptionId === subscriptionId);
    const known = differences.find((one) => one.subscriptionId === subscriptionId);
    const news = newsOf({ held, billed: billed[subscriptionId] ?? 0 }, own, known, now);
    if (!news) continue;
    const noticedAt = known?.noticedAt ?? now;
    const told = {
      ...news,
      customerId,
      subscriptionId,
      shop: contactOf(snapshot.record),
      heldAt,
      billedAt: Math.floor(snapshot.readAtMs / 1000),
      noticedAt,
      open: own.filter(isOpen).map(({ receiptNumber }) => receiptNumber),
    };
    const { held: heldNow, billed: billedNow } = news;
    const item = { subscriptionId, held: heldNow, billed: billedNow, noticedAt };
    const kept = known && news.change === 'gone' ? forgetDifferenceWrite(customerId, known) : undefined;
    const written = await writeAll([kept ?? differenceWrite(customerId, item, known), differenceNewsWrite(told, now)]);
    if (written) found += 1;
  }
  return found;
}
