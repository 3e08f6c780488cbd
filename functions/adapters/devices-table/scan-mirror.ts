import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { RecordAppKey } from '#shared/model/record-system';
import { documents } from '../dynamodb/documents';
import { devicesTable } from './table';
import { deviceSortKeys, movementSorts, pointerSort, repairKey, workSort } from './keys';
import type { MovementItem } from './movements';
import type { LockItem, RepairPointer, WorkItem } from './items';

/**
 * A record in the mirror: its `$id`, and its place (the serial number of its device, or the repair it belongs to). An
 * open device request or movement has no `$id` here (0), but its own names; a movement's place is its shop.
 */
export interface Mirrored {
  recordId: number;
  place: string;
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
      ':movement': movementSorts.movement(''),
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

/**
 * The next records of an app in the mirror, from one megabyte of the table; `next` is where the next scan starts,
 * absent at the end.
 */
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

/** Whether the mirror has nothing of an app. */
export async function isMirrorEmpty(app: RecordAppKey): Promise<boolean> {
  for (let start: Record<string, unknown> | undefined; ;) {
    const { mirrored, next } = await scanMirror(app, start);
    if (mirrored.length > 0) return false;
    if (!next) return true;
    start = next;
  }
}
