import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { devicesTable, documents } from './client';
import type { RepairItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, workSort } from './keys';
import { queryBelow } from './query-all';

/** Serial number of the device that a mirrored repair is of; undefined where there is no such repair. */
export async function deviceOfRepair(repairId: string): Promise<string | undefined> {
  if (!/^[1-9][0-9]{0,14}$/.test(repairId)) return undefined;
  const { Item } = await documents.send(
    new GetCommand({
      TableName: devicesTable(),
      Key: { pk: repairKey(repairId), sk: pointerSort },
      ConsistentRead: true,
    }),
  );
  return (Item as RepairPointer | undefined)?.serialNumber;
}

const byTime = (left: number | null, right: number | null): number => (left ?? 0) - (right ?? 0);

/** The repairs of a device, newest first. */
export const listRepairsOf = async (serialNumber: string): Promise<RepairItem[]> =>
  (await queryBelow<RepairItem>(deviceKey(serialNumber), deviceSortKeys.repair(''))).toSorted(
    (left, right) => byTime(right.reportedAt, left.reportedAt) || Number(right.repairId) - Number(left.repairId),
  );

/** The steps of a repair, oldest first. */
export const listWorkOf = async (repairId: string): Promise<WorkItem[]> =>
  (await queryBelow<WorkItem>(repairKey(repairId), workSort(''))).toSorted(
    (left, right) => byTime(left.workedAt, right.workedAt) || Number(left.workId) - Number(right.workId),
  );
