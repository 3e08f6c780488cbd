import { getItem } from '../dynamodb/items';
import { queryAll } from '../dynamodb/query';
import { devicesTable } from './table';
import { devicesIndex } from '#shared/environment';
import type { DeviceItem, LockItem } from './items';
import { deviceKey, deviceSortKeys, longestSerial } from './keys';

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
