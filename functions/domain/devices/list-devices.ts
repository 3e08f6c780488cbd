import { pageFrom } from '#shared/contract/parts';
import type { Device, DeviceGroup } from '#shared/model/device';
import { clock } from '../../adapters/clock';
import type { DeviceWithLock } from '../../adapters/devices-table/devices';
import { mapWithLimit } from '../../adapters/map-with-limit';
import type { ShopItem, SnapshotItem } from '../../adapters/users-table/items';
import { readShopPage } from '../../adapters/users-table/shops';
import type { Caller } from '../caller';
import { lockFor } from '../movements/request-states';
import { describeShop } from '../booking/describe-shop';
import { ownAmong } from '../ownership/owns-resource';
import { devicesOfShop } from '../shelf/devices-of-shop';
import type { ShopOwner } from '../shops/find-shop';
import { toDevice } from './to-device';

/** Newest status first; those without a time last. */
const byStatusTime = (left: Device, right: Device): number =>
  (right.statusUpdatedAt ?? '').localeCompare(left.statusUpdatedAt ?? '') ||
  left.serialNumber.localeCompare(right.serialNumber);

/** Shops whose devices are read at the same time. */
const shopsAtOnce = 10;

const present = ({ record }: SnapshotItem, listed: readonly DeviceWithLock[], own: ReadonlySet<string>): Device[] => {
  const shop = describeShop(record);
  return listed
    .map(({ device, lock }) => toDevice({ device, lock: lockFor(lock, own) }, shop, clock.seconds()))
    .toSorted(byStatusTime);
};

/** The devices of one of the caller's shops, from the mirror: one query (decisions/devices). */
export async function listShopDevices(caller: ShopOwner, customerId: string): Promise<Device[]> {
  const snapshot = caller.snapshots.find((one) => one.customerId === customerId);
  if (!snapshot) return [];
  const devices = await devicesOfShop(snapshot);
  return present(snapshot, devices, await ownOf(caller, devices));
}

/**
 * The ids of the caller's subscriptions and shops among those that devices are locked under: a device that has moved
 * between two shops is locked under the other shop's.
 */
const ownOf = (caller: ShopOwner, listed: readonly DeviceWithLock[]): Promise<Set<string>> =>
  ownAmong(
    caller,
    listed.flatMap(({ lock }) => (lock ? [lock.askedUnder] : [])),
  );

/**
 * The caller's devices, shop by shop, of the shops after `after`, in pages; the oldest shop of a page first. A shop
 * without devices has an empty list.
 */
export async function listDevices({ userId }: Pick<Caller, 'userId'>, after?: string): Promise<DeviceGroup[]> {
  const { most, from } = pageFrom(after);
  const page: { shops: ShopItem[]; snapshots: SnapshotItem[] } = { shops: [], snapshots: [] };
  // A shop that was not read yet has no snapshot and no devices to show; others fill its place.
  for (let last = from; ; last = page.shops.at(-1)?.customerId) {
    const missing = most - page.snapshots.length;
    const { shops, snapshots } = await readShopPage(userId, last, missing, { consistent: false });
    page.shops.push(...shops);
    page.snapshots.push(...snapshots);
    if (shops.length < missing || page.snapshots.length >= most) break;
  }
  const listed = await mapWithLimit(shopsAtOnce, page.snapshots, async (snapshot) => ({
    snapshot,
    devices: await devicesOfShop(snapshot),
  }));
  const all = listed.flatMap(({ devices }) => devices);
  const own = await ownOf({ userId, ...page }, all);
  return listed
    .toSorted((left, right) => left.snapshot.record.customer.created - right.snapshot.record.customer.created)
    .map(({ snapshot, devices }) => ({
      id: snapshot.customerId,
      ...describeShop(snapshot.record),
      devices: present(snapshot, devices, own),
    }));
}
