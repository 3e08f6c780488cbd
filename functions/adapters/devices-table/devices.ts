import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { devicesIndex } from '#shared/environment';
import { devicesTable, documents } from './client';
import type { DeviceItem, LockItem } from './items';
import { deviceKey, deviceSortKeys, longestSerial } from './keys';
import { queryAll } from './query-all';

/** A device of the mirror as it is now; undefined where there is none of that serial number. */
export async function getDevice(serialNumber: string): Promise<DeviceItem | undefined> {
  if (serialNumber === '' || serialNumber.length > longestSerial) return undefined;
  const { Item } = await documents.send(
    new GetCommand({
      TableName: devicesTable(),
      Key: { pk: deviceKey(serialNumber), sk: deviceSortKeys.record },
      ConsistentRead: true,
    }),
  );
  return Item as DeviceItem | undefined;
}

/** A device with its lock, or what is left of a lock that has ended. */
export interface DeviceWithLock {
  device: DeviceItem;
  lock: LockItem | undefined;
}

/**
 * The devices of a subscription with their locks, in the order of their serial numbers: one query for each megabyte
 * (some 2,500 devices).
 */
export async function listDevicesOf(subscriptionId: string): Promise<DeviceWithLock[]> {
  const items = await queryAll<(DeviceItem | LockItem) & { sk: string }>({
    IndexName: devicesIndex.name,
    KeyConditionExpression: '#subscription = :subscription',
    ExpressionAttributeNames: { '#subscription': devicesIndex.partitionKey },
    ExpressionAttributeValues: { ':subscription': subscriptionId },
  });
  const sorted = (sort: string) => items.filter((item) => item.sk === sort);
  const locks = new Map((sorted(deviceSortKeys.lock) as LockItem[]).map((lock) => [lock.serialNumber, lock]));
  return (sorted(deviceSortKeys.record) as DeviceItem[]).map((device) => ({
    device,
    lock: locks.get(device.serialNumber),
  }));
}
