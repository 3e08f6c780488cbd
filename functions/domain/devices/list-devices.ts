import type { Device, DeviceGroup } from '#shared/model/device';
import { clock } from '../../adapters/clock';
import { listDevicesOf } from '../../adapters/devices-table/devices';
import type { SnapshotItem } from '../../adapters/users-table/items';
import type { Caller } from '../caller';
import { lockFor } from '../device-requests/device-lock';
import { describeShop } from '../shops/describe-shop';
import { subscriptionIdsOf } from '../ownership/owns-resource';
import { toDevice } from './to-device';

/** Newest status first; those without a time last. */
const byStatusTime = (left: Device, right: Device): number =>
  (right.statusUpdatedAt ?? '').localeCompare(left.statusUpdatedAt ?? '') ||
  left.serialNumber.localeCompare(right.serialNumber);

async function devicesOf({ record }: SnapshotItem, own: ReadonlySet<string>): Promise<Device[]> {
  const store = describeShop(record);
  // Ended subscriptions too: their devices are still to be returned.
  const listed = await Promise.all(record.subscriptions.map((subscription) => listDevicesOf(subscription.id)));
  return listed
    .flat()
    .map(({ device, lock }) => toDevice({ device, lock: lockFor(lock, own) }, store, clock.seconds()))
    .toSorted(byStatusTime);
}

/** The devices of one of the caller's shops, from the mirror: one query for each of its subscriptions. */
export async function listShopDevices(
  caller: Pick<Caller, 'shops' | 'snapshots'>,
  customerId: string,
): Promise<Device[]> {
  const snapshot = caller.snapshots.find((one) => one.customerId === customerId);
  return snapshot ? devicesOf(snapshot, subscriptionIdsOf(caller)) : [];
}

/** All devices of the caller, shop by shop, the oldest shop first; a shop without devices has an empty list. */
export async function listDevices(caller: Pick<Caller, 'shops' | 'snapshots'>): Promise<DeviceGroup[]> {
  const owned = new Set(caller.shops.map((shop) => shop.customerId));
  const snapshots = caller.snapshots
    .filter((snapshot) => owned.has(snapshot.customerId))
    .toSorted((left, right) => left.record.customer.created - right.record.customer.created);
  const own = subscriptionIdsOf(caller);
  return Promise.all(
    snapshots.map(async (snapshot) => ({
      id: snapshot.customerId,
      ...describeShop(snapshot.record),
      devices: await devicesOf(snapshot, own),
    })),
  );
}
