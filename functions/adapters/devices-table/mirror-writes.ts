import { isNew } from '../dynamodb/expressions';
import { deleteItem, deleteItemIf, putItemIf, replaceItemIf, updateItemIf } from '../dynamodb/items';
import { deleteWrite, putWrite, writeAll } from '../dynamodb/transaction';
import { devicesTable } from './table';
import type { DeviceItem, RepairItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, shelfOf, workSort } from './keys';

const recordKeyOf = (serialNumber: string) => ({ pk: deviceKey(serialNumber), sk: deviceSortKeys.record });
const lockKeyOf = (serialNumber: string) => ({ pk: deviceKey(serialNumber), sk: deviceSortKeys.lock });
const repairKeyOf = (serialNumber: string, repairId: string) => ({
  pk: deviceKey(serialNumber),
  sk: deviceSortKeys.repair(repairId),
});
const pointerKeyOf = (repairId: string) => ({ pk: repairKey(repairId), sk: pointerSort });

/** Where it stands in the mirror. */
type Present = Pick<DeviceItem, 'recordId' | 'revision'>;

/**
 * Writes a device in place of what the mirror was seen to have under its serial number (`instead`; undefined: nothing,
 * or an earlier revision of the same record). Returns `refused` if the mirror has something else by now, `replaced` if
 * it replaced something, otherwise `new`. The device lock is an item of its own and stays unchanged.
 */
export const putDevice = (device: DeviceItem, instead: Present | undefined): Promise<'refused' | 'replaced' | 'new'> =>
  replaceItemIf(
    devicesTable(),
    recordKeyOf(device.serialNumber),
    {
      ...device,
      ...(device.subscriptionId !== undefined && { shelf: shelfOf(device.serialNumber, deviceSortKeys.record) }),
    },
    instead
      ? { if: 'recordId = :id AND revision = :revision', values: { id: instead.recordId, revision: instead.revision } }
      : {
          if: 'attribute_not_exists(pk) OR (recordId = :id AND revision < :revision)',
          values: { id: device.recordId, revision: device.revision },
        },
  );

/**
 * Moves a device that waits under its subscription to the shop, and its lock with it. Safe to repeat, and without
 * effect if the device has moved on. The lock goes last: a request is accepted only for a device that has not moved
 * since.
 */
export async function moveToShop(serialNumber: string, subscriptionId: string, customerId: string): Promise<void> {
  const waits = { if: 'subscriptionId = :waiting', values: { waiting: subscriptionId } };
  const device = { subscriptionId: customerId, ofSubscription: subscriptionId };
  await updateItemIf(devicesTable(), recordKeyOf(serialNumber), { set: device, ...waits });
  await updateItemIf(devicesTable(), lockKeyOf(serialNumber), { set: { subscriptionId: customerId }, ...waits });
}

/**
 * Writes a repair with its pointer, unless the mirror has a pointer other than `known`; returns whether it did. If the
 * repair's device was corrected, the repair moves to that device.
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
            if: 'revision = :seen AND serialNumber = :known',
            values: { seen: known.revision, known: known.serialNumber },
          }
        : isNew,
    ),
    putWrite(devicesTable(), repairKeyOf(serialNumber, repairId), repair),
    ...(moved ? [deleteWrite(devicesTable(), repairKeyOf(known.serialNumber, repairId))] : []),
  ]);
}

/** Writes a step of a repair unless the mirror has another one than `known` by now; returns whether it did. */
export const putWork = (work: WorkItem, known: Pick<WorkItem, 'revision'> | undefined): Promise<boolean> =>
  putItemIf(
    devicesTable(),
    { pk: repairKey(work.repairId), sk: workSort(work.workId) },
    work,
    known ? { if: 'revision = :seen', values: { seen: known.revision } } : isNew,
  );

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
