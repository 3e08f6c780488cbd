import { getItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { devicesTable } from './table';
import type { RepairItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, workSort } from './keys';

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
