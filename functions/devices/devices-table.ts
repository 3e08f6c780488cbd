import { devicesIndex } from '#shared/environment';
import { getItem, type Key, putItem } from '#functions/platform/dynamodb/items';
import { queryRange, readPartitions } from '#functions/platform/dynamodb/query';
import { getItems } from '#functions/platform/dynamodb/batch';
import {
  deviceKey,
  deviceSortKeys,
  devicesTable,
  longestSerial,
  repairKey,
  workSort,
  type DeviceItem,
  type LockItem,
  type RepairItem,
  type RepairPointer,
  type WorkItem,
  recordKeyOf,
  lockKeyOf,
  pointerKeyOf,
  repairKeyOf,
  workKeyOf,
} from './items';

export const getDevice = async (serialNumber: string): Promise<DeviceItem | undefined> =>
  serialNumber === '' || serialNumber.length > longestSerial
    ? undefined
    : getItem(devicesTable(), recordKeyOf(serialNumber));

/** A device with its lock, which may have ended. */
export interface DeviceWithLock {
  device: DeviceItem;
  lock: LockItem | undefined;
}

type Indexed = (DeviceItem | LockItem) & { sk: string };

function withLocks(items: readonly Indexed[]): DeviceWithLock[] {
  const sorted = (sort: string) => items.filter((item) => item.sk === sort);
  const locks = new Map((sorted(deviceSortKeys.lock) as LockItem[]).map((lock) => [lock.serialNumber, lock]));
  return (sorted(deviceSortKeys.record) as DeviceItem[]).map((device) => ({
    device,
    lock: locks.get(device.serialNumber),
  }));
}

/** The devices with their locks of subscriptions, or of shops alone, in no order: a request for each fifty. */
export const listDevicesUnder = async (ids: readonly string[]): Promise<DeviceWithLock[]> =>
  withLocks(await readPartitions<Indexed>(devicesTable(), devicesIndex, ids));

/** The stored facts of a device that decide about a request of its owner. */
export interface DeviceFacts {
  device: DeviceItem | undefined;
  lock: LockItem | undefined;
  repairs: RepairItem[];
}

/** A device with its lock and repairs, strongly consistent; one query for each megabyte. */
export async function readDeviceFacts(serialNumber: string): Promise<DeviceFacts> {
  const items = await queryRange<(DeviceItem | LockItem | RepairItem) & { sk: string }>(devicesTable(), {
    pk: deviceKey(serialNumber),
    from: deviceSortKeys.lock,
    to: deviceSortKeys.repair('\uffff'),
  });
  const at = (sort: string) => items.find(({ sk }) => sk === sort);
  return {
    device: at(deviceSortKeys.record) as DeviceItem | undefined,
    lock: at(deviceSortKeys.lock) as LockItem | undefined,
    repairs: items.filter(({ sk }) => sk.startsWith(deviceSortKeys.repair(''))) as RepairItem[],
  };
}

const readBy = async <T>(keys: Key[], name: (item: T) => string): Promise<Map<string, T>> =>
  new Map((await getItems<T>(devicesTable(), keys)).map((item) => [name(item), item]));

/** Devices of the mirror, and locks, by serial number; missing ones are left out. */
export const readDevices = (serialNumbers: readonly string[]): Promise<Map<string, DeviceItem>> =>
  readBy(serialNumbers.map(recordKeyOf), ({ serialNumber }) => serialNumber);
export const readLocks = (serialNumbers: readonly string[]): Promise<Map<string, LockItem>> =>
  readBy(serialNumbers.map(lockKeyOf), ({ serialNumber }) => serialNumber);

export const readPointers = (repairIds: readonly string[]): Promise<Map<string, RepairPointer>> =>
  readBy(repairIds.map(pointerKeyOf), ({ repairId }) => repairId);

/** Repairs of the mirror by their id, at the devices that the pointers name. */
export const readRepairs = (pointers: Iterable<RepairPointer>): Promise<Map<string, RepairItem>> =>
  readBy(Array.from(pointers, repairKeyOf), ({ repairId }) => repairId);

export const readWork = (steps: readonly Pick<WorkItem, 'repairId' | 'workId'>[]): Promise<Map<string, WorkItem>> =>
  readBy(steps.map(workKeyOf), ({ workId }) => workId);

/** Serial number of the device that a mirrored repair belongs to; undefined if there is no such repair. */
export const deviceOfRepair = async (repairId: string): Promise<string | undefined> =>
  /^[1-9][0-9]{0,14}$/.test(repairId)
    ? (await getItem<RepairPointer>(devicesTable(), pointerKeyOf(repairId)))?.serialNumber
    : undefined;

/** A screen of repairs may be a moment old, so these reads are the cheaper eventually consistent ones. */
const listBelow = <T>(pk: string, beginning: string): Promise<T[]> =>
  queryRange(devicesTable(), { pk, beginning }, { consistent: false });

const byTime = (left: number | null, right: number | null): number => (left ?? 0) - (right ?? 0);

/** The repairs of a device, newest first. */
export const listRepairsOf = async (serialNumber: string): Promise<RepairItem[]> =>
  (await listBelow<RepairItem>(deviceKey(serialNumber), deviceSortKeys.repair(''))).toSorted(
    (left, right) => byTime(right.reportedAt, left.reportedAt) || Number(right.repairId) - Number(left.repairId),
  );

/** The steps of a repair, oldest first. */
export const listWorkOf = async (repairId: string): Promise<WorkItem[]> =>
  (await listBelow<WorkItem>(repairKey(repairId), workSort(''))).toSorted(
    (left, right) => byTime(left.workedAt, right.workedAt) || Number(left.workId) - Number(right.workId),
  );

const lastSyncKey = { pk: 'SYNC', sk: 'STATE' };

/** Records when a successful run over all devices ended, and the malformed records that were skipped. */
export const recordSync = (finishedAt: number, skipped: readonly string[]): Promise<void> =>
  putItem(devicesTable(), lastSyncKey, { finishedAt, skippedRecords: skipped.slice(0, 100) });

/** When the last run over all devices ended, in unix seconds, and records that it could not take over. */
export const readLastSync = (): Promise<{ finishedAt: number; skippedRecords: readonly string[] } | undefined> =>
  getItem(devicesTable(), lastSyncKey, { consistent: false });

/** When that was; null if none has ended. */
export const lastDeviceSync = async (): Promise<number | null> => (await readLastSync())?.finishedAt ?? null;
