import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { RecordAppKey } from '#shared/model/record-system';
import {
  documents,
  isNew,
  deleteItem,
  deleteItemIf,
  putItemIf,
  replaceItemIf,
} from '#functions/platform/dynamodb/items';
import { deleteWrite, putWrite, writeAll } from '#functions/platform/dynamodb/transaction';
import {
  deviceSortKeys,
  devicesTable,
  pointerSort,
  repairKey,
  workSort,
  type DeviceItem,
  type LockItem,
  type RepairItem,
  type RepairPointer,
  type WorkItem,
  movementSort,
  recordKeyOf,
  pointerKeyOf,
  repairKeyOf,
  workKeyOf,
} from '#functions/devices/items';
import type { MovementItem } from '#functions/movements/movements-table';

/**
 * A record in the mirror: its `$id`, and its place (the serial number of its device, or the repair it belongs to). An
 * open device request or movement has no `$id` here (0), but its own names; a movement's place is its shop.
 */
export interface Mirrored {
  recordId: number;
  place: string;
  /** Where its record says that it is now, if it is not deleted but gone from there. */
  now?: string;
  request?: { requestId: string; requestedAt: number; isMovement?: true };
}

const repairs = repairKey('');
const wanted: Record<
  RecordAppKey,
  Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> & {
    read: (item: Record<string, unknown>) => Mirrored;
  }
> = {
  devices: {
    FilterExpression: 'sk = :sort',
    ExpressionAttributeValues: { ':sort': deviceSortKeys.record },
    read: (item) => ({ recordId: Number(item['recordId']), place: String(item['serialNumber']) }),
  },
  repairs: {
    FilterExpression: 'sk = :sort AND begins_with(pk, :repairs)',
    ExpressionAttributeValues: { ':sort': pointerSort, ':repairs': repairs },
    read: (item) => ({
      recordId: Number((item as unknown as RepairPointer).repairId),
      place: (item as unknown as RepairPointer).serialNumber,
    }),
  },
  workRecords: {
    FilterExpression: 'begins_with(sk, :sort) AND begins_with(pk, :repairs)',
    ExpressionAttributeValues: { ':sort': workSort(''), ':repairs': repairs },
    read: (item) => ({
      recordId: Number((item as unknown as WorkItem).workId),
      place: (item as unknown as WorkItem).repairId,
    }),
  },
  // The newest request of each device, and each movement, as far as its record must be there.
  requests: {
    FilterExpression:
      '(sk = :sort AND #state IN (:delivered, :inWork)) OR ' +
      '(begins_with(sk, :movement) AND attribute_exists(recordedAt) AND NOT #state IN (:closed, :withdrawn))',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':sort': deviceSortKeys.lock,
      ':delivered': 'delivered',
      ':inWork': 'in_work',
      ':movement': movementSort(''),
      ':closed': 'closed',
      ':withdrawn': 'withdrawn',
    },
    read: (item) => {
      if (item['sk'] !== deviceSortKeys.lock) {
        const { movementId, customerId, orderedAt } = item as unknown as MovementItem;
        return {
          recordId: 0,
          place: customerId,
          request: { requestId: movementId, requestedAt: orderedAt, isMovement: true },
        };
      }
      const { serialNumber, requestId, requestedAt } = item as unknown as LockItem;
      return { recordId: 0, place: serialNumber, request: { requestId, requestedAt } };
    },
  },
};

/** The next records of an app, from one megabyte of the table; `next` is where the next scan starts. */
export async function scanMirror(
  app: RecordAppKey,
  start?: Record<string, unknown>,
): Promise<{ mirrored: Mirrored[]; next: Record<string, unknown> | undefined }> {
  const { read, ...filter } = wanted[app];
  const page: ScanCommandOutput = await documents.send(
    new ScanCommand({ TableName: devicesTable(), ...filter, ...(start && { ExclusiveStartKey: start }) }),
  );
  return { mirrored: (page.Items ?? []).map(read), next: page.LastEvaluatedKey };
}

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
    { ...device },
    instead
      ? { if: 'recordId = :id AND revision = :revision', values: { id: instead.recordId, revision: instead.revision } }
      : {
          if: 'attribute_not_exists(pk) OR (recordId = :id AND revision < :revision)',
          values: { id: device.recordId, revision: device.revision },
        },
  );

/** Writes a repair with its pointer, unless the mirror's is not `known`; returns whether it did. Moves it if needed. */
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
    putWrite(devicesTable(), repairKeyOf(repair), repair),
    ...(moved ? [deleteWrite(devicesTable(), repairKeyOf(known))] : []),
  ]);
}

/** Writes a step of a repair unless the mirror has another one than `known` by now; returns whether it did. */
export const putWork = (work: WorkItem, known: Pick<WorkItem, 'revision'> | undefined): Promise<boolean> =>
  putItemIf(
    devicesTable(),
    workKeyOf(work),
    work,
    known ? { if: 'revision = :seen', values: { seen: known.revision } } : isNew,
  );

/** Removes a device, unless another record has its serial number now; returns whether. Lock and requests stay. */
export const removeDevice = (serialNumber: string, recordId: number): Promise<boolean> =>
  deleteItemIf(devicesTable(), recordKeyOf(serialNumber), { if: 'recordId = :id', values: { id: recordId } });

/** Removes a repair. The pointer is deleted last, because an interrupted removal is found by it. */
export async function removeRepair(serialNumber: string, repairId: string): Promise<boolean> {
  await deleteItem(devicesTable(), repairKeyOf({ serialNumber, repairId }));
  return deleteItemIf(devicesTable(), pointerKeyOf(repairId), {
    if: 'serialNumber = :serial',
    values: { serial: serialNumber },
  });
}

export async function removeWork(repairId: string, workId: string): Promise<boolean> {
  await deleteItem(devicesTable(), workKeyOf({ repairId, workId }));
  return true;
}
