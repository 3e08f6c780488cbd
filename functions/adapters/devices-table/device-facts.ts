import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { devicesTable, documents } from './client';
import type { DeviceItem, LockItem, RepairItem } from './items';
import { deviceKey, deviceSortKeys } from './keys';

/** What is known of a device when something is asked for it. */
export interface DeviceFacts {
  device: DeviceItem | undefined;
  lock: LockItem | undefined;
  repairs: RepairItem[];
}

/**
 * A device with its lock and repairs, strongly consistent, in one query: past DynamoDB's page of 1 MB only are there
 * more.
 */
export async function readDeviceFacts(serialNumber: string): Promise<DeviceFacts> {
  const facts: DeviceFacts = { device: undefined, lock: undefined, repairs: [] };
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: devicesTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': deviceKey(serialNumber),
        ':from': deviceSortKeys.lock,
        ':to': deviceSortKeys.repair('\uffff'),
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      if (item['sk'] === deviceSortKeys.record) facts.device = item as DeviceItem;
      else if (item['sk'] === deviceSortKeys.lock) facts.lock = item as LockItem;
      else facts.repairs.push(item as RepairItem);
    }
  }
  return facts;
}
