import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { atOnce, partsOf } from '../at-once';
import { clock } from '../clock';
import { devicesTable, documents } from './client';
import type { DeviceItem, LockItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, workSort } from './keys';

export interface ItemKey {
  pk: string;
  sk: string;
}

/** Items of one BatchGetItem, and how many of them side by side. */
const batch = 100;
const mostBatches = 4;

/** One batch; what DynamoDB leaves out for its load is asked for again a little later, five times. */
async function readBatch(keys: ItemKey[]): Promise<Record<string, unknown>[]> {
  const TableName = devicesTable();
  const items: Record<string, unknown>[] = [];
  let asked: NonNullable<BatchGetCommandOutput['UnprocessedKeys']> = {
    [TableName]: { Keys: keys, ConsistentRead: true },
  };
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems: asked }));
    items.push(...(Responses?.[TableName] ?? []));
    if (!UnprocessedKeys || Object.keys(UnprocessedKeys).length === 0) return items;
    asked = UnprocessedKeys;
    await clock.wait(50 * 2 ** attempt);
  }
  throw Object.assign(new Error('DynamoDB left items of a batch out'), {
    name: 'ProvisionedThroughputExceededException',
  });
}

/** The items of these keys as they are now, in no order; keys may repeat. */
async function readItems(keys: readonly ItemKey[]): Promise<Record<string, unknown>[]> {
  const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
  return (await atOnce(mostBatches, partsOf(distinct, batch), readBatch)).flat();
}

const ofDevices = async <T extends { serialNumber: string }>(
  serialNumbers: readonly string[],
  sk: string,
): Promise<Map<string, T>> => {
  const items = (await readItems(
    serialNumbers.map((serialNumber) => ({ pk: deviceKey(serialNumber), sk })),
  )) as unknown as T[];
  return new Map(items.map((item) => [item.serialNumber, item]));
};

/** Devices of the mirror, and locks, by serial number; without those that are not there. */
export const readDevices = (serialNumbers: readonly string[]): Promise<Map<string, DeviceItem>> =>
  ofDevices(serialNumbers, deviceSortKeys.record);
export const readLocks = (serialNumbers: readonly string[]): Promise<Map<string, LockItem>> =>
  ofDevices(serialNumbers, deviceSortKeys.lock);

/** Pointers of repairs by the repair's id. */
export async function readPointers(repairIds: readonly string[]): Promise<Map<string, RepairPointer>> {
  const items = (await readItems(
    repairIds.map((id) => ({ pk: repairKey(id), sk: pointerSort })),
  )) as unknown as RepairPointer[];
  return new Map(items.map((item) => [item.repairId, item]));
}

/** Steps of repairs by their own id. */
export async function readWork(
  steps: readonly Pick<WorkItem, 'repairId' | 'workId'>[],
): Promise<Map<string, WorkItem>> {
  const items = (await readItems(
    steps.map(({ repairId, workId }) => ({ pk: repairKey(repairId), sk: workSort(workId) })),
  )) as unknown as WorkItem[];
  return new Map(items.map((item) => [item.workId, item]));
}
