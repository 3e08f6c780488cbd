import { isNew } from '../dynamodb/expressions';
import { deleteItem, deleteItemIf, putItemIf, replaceItemIf } from '../dynamodb/items';
import { deleteWrite, putWrite, writeAll } from '../dynamodb/transaction';
import { devicesTable } from './table';
import type { DeviceItem, RepairItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, shelfOf, workSort } from './keys';

const recordKeyOf = (serialNumber: string) => ({ pk: deviceKey(serialNumber), sk: deviceSortKeys.record });
const repairKeyOf = (serialNumber: string, repairId: string) => ({
  pk: deviceKey(serialNumber),
  sk: deviceSortKeys.repair(repairId),
});
const pointerKeyOf = (repairId: string) => ({ pk: repairKey(repairId), sk: pointerSort });

/**
 * Whether a record replaces the mirror's: it is a later revision of the same record, or a later record (ids only grow)
 * of the same serial number. The conditions below check the same, because other runs write at the same time.
 */
export const isLater = (
  record: { recordId: number; revision: number },
  present: { recordId: number; revision: number } | undefined,
): boolean =>
  present === undefined ||
  record.recordId > present.recordId ||
  (record.recordId === present.recordId && record.revision > present.revision);

/**
 * Writes a device unless the mirror has a later one. Returns `refused` in that case, `replaced` if it had an earlier
 * one, otherwise `new`. The device lock is an item of its own and stays unchanged.
 */
export const putDevice = (device: DeviceItem): Promise<'refused' | 'replaced' | 'new'> =>
  replaceItemIf(
    devicesTable(),
    recordKeyOf(device.serialNumber),
    {
      ...device,
      ...(device.subscriptionId !== undefined && { shelf: shelfOf(device.serialNumber, deviceSortKeys.record) }),
    },
    {
      if: 'attribute_not_exists(pk) OR recordId < :id OR (recordId = :id AND revision < :revision)',
      values: { id: device.recordId, revision: device.revision },
    },
  );

/**
 * Writes a repair with its pointer, unless the mirror has a later revision or a pointer other than `known`; returns
 * whether it did. If the repair's device was corrected, the repair moves to that device.
 */
export function putRepair(repair: RepairItem, known: RepairPointer | undefined): Promise<boolean> {
  const { repairId, revision, serialNumber } = repair;
  const moved = known !== undefined && known.serialNumber !== serialNumber;
  return writeAll([
    putWrite(
      devicesTable(),
      pointerKeyOf(repairId),
      { repairId, revision, serialNumber },
      known
        ? {
            if: 'revision < :revision AND serialNumber = :known',
            values: { revision, known: known.serialNumber },
          }
        : isNew,
    ),
    putWrite(devicesTable(), repairKeyOf(serialNumber, repairId), repair),
    ...(moved ? [deleteWrite(devicesTable(), repairKeyOf(known.serialNumber, repairId))] : []),
  ]);
}

/** Writes a step of a repair unless the mirror has a later revision; returns whether it did. */
export const putWork = (work: WorkItem): Promise<boolean> =>
  putItemIf(devicesTable(), { pk: repairKey(work.repairId), sk: workSort(work.workId) }, work, {
    if: 'attribute_not_exists(pk) OR revision < :revision',
    values: { revision: work.revision },
  });

/**
 * Removes a device whose record was deleted, unless another record has its serial number now; returns whether it did.
 * Lock and requests stay.
 */
export const removeDevice = (serialNumber: string, recordId: number): Promise<boolean> =>
  deleteItemIf(devicesTable(), recordKeyOf(serialNumber), { if: 'recordId = :id', values: { id: recordId } });

/** Removes a repair. The pointer is deleted last, because an interrupted removal is found by it. */
export async function removeRepair(serialNumber: string, repairId: string): Promise<boolean> {
  await deleteItem(devicesTable(), repairKeyOf(serialNumber, repairId));
  return deleteItemIf(devicesTable(), pointerKeyOf(repairId), {
    if: 'serialNumber = :serial',
    values: { serial: serialNumber },
  });
}

export async function removeWork(repairId: string, workId: string): Promise<boolean> {
  await deleteItem(devicesTable(), { pk: repairKey(repairId), sk: workSort(workId) });
  return true;
}
