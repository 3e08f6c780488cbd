import { devicesIndex } from '#shared/environment';
import { getItem } from '#functions/platform/dynamodb/items';
import { queryAll, queryRange } from '#functions/platform/dynamodb/query';
import { getItems } from '#functions/platform/dynamodb/batch';
import { deviceKey, deviceSortKeys, devicesTable, longestSerial, pointerSort, repairKey, workSort } from './keys';
import type { DeviceItem, LockItem, RepairItem, RepairPointer, WorkItem } from './items';

/** A device of the mirror; undefined if there is none with that serial number. */
export const getDevice = async (serialNumber: string): Promise<DeviceItem | undefined> =>
  serialNumber === '' || serialNumber.length > longestSerial
    ? undefined
    : getItem(devicesTable(), { pk: deviceKey(serialNumber), sk: deviceSortKeys.record });

/** A device with its lock, which may have ended. */
export interface DeviceWithLock {
  device: DeviceItem;
  lock: LockItem | undefined;
}

/**
 * The devices under a shop, or those that wait under a subscription whose shop was not known, with their locks, in the
 * order of their serial numbers: one query for each megabyte (some 2,500 devices).
 */
export async function listDevicesUnder(id: string): Promise<DeviceWithLock[]> {
  const items = await queryAll<(DeviceItem | LockItem) & { sk: string }>({
    TableName: devicesTable(),
    IndexName: devicesIndex.name,
    KeyConditionExpression: '#partition = :id',
    ExpressionAttributeNames: { '#partition': devicesIndex.partitionKey },
    ExpressionAttributeValues: { ':id': id },
  });
  const sorted = (sort: string) => items.filter((item) => item.sk === sort);
  const locks = new Map((sorted(deviceSortKeys.lock) as LockItem[]).map((lock) => [lock.serialNumber, lock]));
  return (sorted(deviceSortKeys.record) as DeviceItem[]).map((device) => ({
    device,
    lock: locks.get(device.serialNumber),
  }));
}

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

async function ofDevices<T extends { serialNumber: string }>(
  serialNumbers: readonly string[],
  sk: string,
): Promise<Map<string, T>> {
  const keys = serialNumbers.map((serialNumber) => ({ pk: deviceKey(serialNumber), sk }));
  return new Map((await getItems<T>(devicesTable(), keys)).map((item) => [item.serialNumber, item]));
}

/** Devices of the mirror, and locks, by serial number; missing ones are left out. */
export const readDevices = (serialNumbers: readonly string[]): Promise<Map<string, DeviceItem>> =>
  ofDevices(serialNumbers, deviceSortKeys.record);
export const readLocks = (serialNumbers: readonly string[]): Promise<Map<string, LockItem>> =>
  ofDevices(serialNumbers, deviceSortKeys.lock);

/** Pointers of repairs by the repair's id. */
export async function readPointers(repairIds: readonly string[]): Promise<Map<string, RepairPointer>> {
  const keys = repairIds.map((id) => ({ pk: repairKey(id), sk: pointerSort }));
  return new Map((await getItems<RepairPointer>(devicesTable(), keys)).map((item) => [item.repairId, item]));
}

/** Repairs of the mirror by their id, at the devices that the pointers name. */
export async function readRepairs(pointers: Iterable<RepairPointer>): Promise<Map<string, RepairItem>> {
  const keys = Array.from(pointers, ({ serialNumber, repairId }) => ({
    pk: deviceKey(serialNumber),
    sk: deviceSortKeys.repair(repairId),
  }));
  return new Map((await getItems<RepairItem>(devicesTable(), keys)).map((item) => [item.repairId, item]));
}

/** Steps of repairs by their own id. */
export async function readWork(
  steps: readonly Pick<WorkItem, 'repairId' | 'workId'>[],
): Promise<Map<string, WorkItem>> {
  const keys = steps.map(({ repairId, workId }) => ({ pk: repairKey(repairId), sk: workSort(workId) }));
  return new Map((await getItems<WorkItem>(devicesTable(), keys)).map((item) => [item.workId, item]));
}

/** Serial number of the device that a mirrored repair belongs to; undefined if there is no such repair. */
export const deviceOfRepair = async (repairId: string): Promise<string | undefined> =>
  /^[1-9][0-9]{0,14}$/.test(repairId)
    ? (await getItem<RepairPointer>(devicesTable(), { pk: repairKey(repairId), sk: pointerSort }))?.serialNumber
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
