import { getItems } from '../dynamodb/batch';
import type { DeviceItem, LockItem, RepairItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, workSort } from './keys';
import { devicesTable } from './table';

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
