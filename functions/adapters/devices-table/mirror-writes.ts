import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessRefused } from '../users-table/condition';
import { devicesTable, documents } from './client';
import type { DeviceItem, RepairItem, RepairPointer, WorkItem } from './items';
import { deviceKey, deviceSortKeys, pointerSort, repairKey, shelfOf, workSort } from './keys';

/**
 * Whether a record replaces what the mirror has: a later revision of the same record, or a record made later (ids
 * only grow) of the same serial number. The conditions below say the same, for other runs write at the same time.
 */
export const isLater = (
  record: { recordId: number; revision: number },
  present: { recordId: number; revision: number } | undefined,
): boolean =>
  present === undefined ||
  record.recordId > present.recordId ||
  (record.recordId === present.recordId && record.revision > present.revision);

/**
 * Writes a device unless the mirror has a later one: `refused` then, `replaced` where it had an earlier one, else
 * `new`. Its lock is an item of its own and stays as it is.
 */
export async function putDevice(device: DeviceItem): Promise<'refused' | 'replaced' | 'new'> {
  let replaced = false;
  const put = new PutCommand({
    TableName: devicesTable(),
    Item: {
      pk: deviceKey(device.serialNumber),
      sk: deviceSortKeys.record,
      ...device,
      ...(device.subscriptionId !== undefined && { shelf: shelfOf(device.serialNumber, deviceSortKeys.record) }),
    },
    ConditionExpression: 'attribute_not_exists(pk) OR recordId < :id OR (recordId = :id AND revision < :revision)',
    ExpressionAttributeValues: { ':id': device.recordId, ':revision': device.revision },
    ReturnValues: 'ALL_OLD',
  });
  const written = await unlessRefused(
    documents.send(put).then(({ Attributes }) => void (replaced = Attributes !== undefined)),
  );
  return !written ? 'refused' : replaced ? 'replaced' : 'new';
}

/**
 * Writes a repair with its pointer, unless the mirror has a later revision or another than `known`; whether it was
 * written. One whose device was put right moves to that device.
 */
export function putRepair(repair: RepairItem, known: RepairPointer | undefined): Promise<boolean> {
  const TableName = devicesTable();
  const { repairId, revision, serialNumber } = repair;
  const copy = (of: string) => ({ pk: deviceKey(of), sk: deviceSortKeys.repair(repairId) });
  return unlessRefused(
    documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { pk: repairKey(repairId), sk: pointerSort, repairId, revision, serialNumber },
              ...(known
                ? {
                    ConditionExpression: 'revision < :revision AND serialNumber = :known',
                    ExpressionAttributeValues: { ':revision': revision, ':known': known.serialNumber },
                  }
                : { ConditionExpression: 'attribute_not_exists(pk)' }),
            },
          },
          { Put: { TableName, Item: { ...copy(serialNumber), ...repair } } },
          ...(known && known.serialNumber !== serialNumber
            ? [{ Delete: { TableName, Key: copy(known.serialNumber) } }]
            : []),
        ],
      }),
    ),
  );
}

/** Writes a step of a repair unless the mirror has a later revision; whether it was written. */
export const putWork = (work: WorkItem): Promise<boolean> =>
  unlessRefused(
    documents.send(
      new PutCommand({
        TableName: devicesTable(),
        Item: { pk: repairKey(work.repairId), sk: workSort(work.workId), ...work },
        ConditionExpression: 'attribute_not_exists(pk) OR revision < :revision',
        ExpressionAttributeValues: { ':revision': work.revision },
      }),
    ),
  );

const remove = (
  pk: string,
  sk: string,
  condition?: { ConditionExpression: string; ExpressionAttributeValues: Record<string, unknown> },
): Promise<boolean> =>
  unlessRefused(documents.send(new DeleteCommand({ TableName: devicesTable(), Key: { pk, sk }, ...condition })));

/**
 * Forgets a device whose record is gone, unless another record has taken its serial number; whether it was there.
 * Lock and requests stay.
 */
export const removeDevice = (serialNumber: string, recordId: number): Promise<boolean> =>
  remove(deviceKey(serialNumber), deviceSortKeys.record, {
    ConditionExpression: 'recordId = :id',
    ExpressionAttributeValues: { ':id': recordId },
  });

/** Forgets a repair; the pointer last, for by it what is left of an interrupted removal is found. */
export async function removeRepair(serialNumber: string, repairId: string): Promise<boolean> {
  await remove(deviceKey(serialNumber), deviceSortKeys.repair(repairId));
  return remove(repairKey(repairId), pointerSort, {
    ConditionExpression: 'serialNumber = :serial',
    ExpressionAttributeValues: { ':serial': serialNumber },
  });
}

export const removeWork = (repairId: string, workId: string): Promise<boolean> =>
  remove(repairKey(repairId), workSort(workId));
