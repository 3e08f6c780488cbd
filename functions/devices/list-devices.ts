import type { Device, DeviceGroup, RepairRecord, WorkRecord } from '#shared/model/device';
import { pageFrom } from '#shared/contract/parts';
import { type DeviceWithLock, listRepairsOf, listWorkOf } from './devices-table';
import { subscriptionOf } from './items';
import { clock } from '#functions/platform/clock';
import type { ShopItem, SnapshotItem } from '#functions/platform/users-table';
import { readShopPage } from '#functions/shops/shops-table';
import { isLocked, lockFor, toDeviceRequest } from './request-states';
import type { Caller, ShopOwner } from '#functions/http/caller';
import { ownAmong } from '#functions/shops/ownership';
import { devicesOfShop, devicesOfShops } from './shop-devices';
import { describeShop } from '#functions/shops/describe-shop';

const toIso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

/** A device in the shape of spec 3, at a time in unix seconds. */
function toDevice({ device, lock }: DeviceWithLock, shop: Device['store'], now: number): Device {
  const locked = isLocked(lock, now);
  return {
    id: String(device.recordId),
    serialNumber: device.serialNumber,
    status: device.status,
    statusUpdatedAt: toIso(device.statusUpdatedAt),
    stripeSubscriptionId: subscriptionOf(device),
    deviceCategory: device.deviceCategory,
    subscriptionRentalAvailability: device.subscriptionRentalAvailability,
    isActionLocked: locked,
    lockUntil: lock && locked ? toIso(lock.lockUntil) : null,
    lastActionType: lock?.kind ?? null,
    store: shop,
    request: lock ? toDeviceRequest(lock) : null,
  };
}

/** Newest status first; those without a time last. */
const byStatusTime = (left: Device, right: Device): number =>
  (right.statusUpdatedAt ?? '').localeCompare(left.statusUpdatedAt ?? '') ||
  left.serialNumber.localeCompare(right.serialNumber);

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

/** The caller's own ids among those that devices are locked under: a device that moved is locked under the other's. */
const ownOf = (caller: ShopOwner, listed: readonly DeviceWithLock[]): Promise<Set<string>> =>
  ownAmong(
    caller,
    listed.flatMap(({ lock }) => (lock ? [lock.requestedUnder] : [])),
  );

/** The caller's devices in pages, shop by shop from after `after`, the oldest shop of a page first. */
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
  const listed = await devicesOfShops(page.snapshots);
  const all = listed.flatMap(({ devices }) => devices);
  const own = await ownOf({ userId, ...page }, all);
  return listed
    .toSorted((left, right) => left.shop.record.customer.created - right.shop.record.customer.created)
    .map(({ shop: snapshot, devices }) => ({
      id: snapshot.customerId,
      ...describeShop(snapshot.record),
      devices: present(snapshot, devices, own),
    }));
}

/** A field in the record system's shape; nothing is null. */
const field = (value: string | number | null): { value: string | null } => ({
  value: value === null ? null : String(value),
});

/** The repairs of a device in the record system's shape (spec 3), newest first, from the mirror. */
export async function listRepairs(serialNumber: string): Promise<RepairRecord[]> {
  return (await listRepairsOf(serialNumber)).map((repair) => ({
    $id: field(repair.repairId),
    日時: field(toIso(repair.reportedAt)),
    修理項目: field(repair.item),
    修理完了フラグ: field(repair.completed ? 1 : 0),
    確定修理金額: field(repair.amount),
    保証対象: field(repair.underWarranty),
  }));
}

/** The steps of a repair (spec 3), oldest first, from the mirror. */
export async function listWorkRecords(repairId: string): Promise<WorkRecord[]> {
  return (await listWorkOf(repairId)).map((work) => ({
    $id: field(work.workId),
    日時: field(toIso(work.workedAt)),
    ドロップダウン: field(work.item),
  }));
}
