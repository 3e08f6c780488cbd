import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { requireEnv } from '../../runtime/environment';
import { documents } from '../users-table/client';

/** Key of the item in which the mirroring of devices keeps when its last run ended (`finishedAt`, unix seconds). */
export const lastSyncKey = { pk: 'SYNC', sk: 'STATE' } as const;

/** When the last run ended, in unix seconds; null where none has. */
export async function lastDeviceSync(): Promise<number | null> {
  const { Item } = await documents.send(new GetCommand({ TableName: requireEnv('DEVICES_TABLE'), Key: lastSyncKey }));
  const finishedAt: unknown = Item?.['finishedAt'];
  return typeof finishedAt === 'number' ? finishedAt : null;
}
