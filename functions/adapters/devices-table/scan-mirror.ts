import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { RecordAppKey } from '#shared/model/record-system';
import { documents } from '../dynamodb/documents';
import { devicesTable } from './table';
import { deviceSortKeys, pointerSort, repairKey, workSort } from './keys';
import type { RepairPointer, WorkItem } from './items';

/** A record in the mirror: its `$id`, and its place (the serial number of its device, or the repair it belongs to). */
export interface Mirrored {
  recordId: number;
  place: string;
}

export type MirroredApp = Exclude<RecordAppKey, 'requests'>;

const repairs = repairKey('');
const wanted: Record<
  MirroredApp,
  Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues'> & {
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
};

/**
 * The next records of an app in the mirror, from one megabyte of the table; `next` is where the next scan starts,
 * absent at the end.
 */
export async function scanMirror(
  app: MirroredApp,
  start?: Record<string, unknown>,
): Promise<{ mirrored: Mirrored[]; next: Record<string, unknown> | undefined }> {
  const { read, ...filter } = wanted[app];
  const page: ScanCommandOutput = await documents.send(
    new ScanCommand({ TableName: devicesTable(), ...filter, ...(start && { ExclusiveStartKey: start }) }),
  );
  return { mirrored: (page.Items ?? []).map(read), next: page.LastEvaluatedKey };
}
