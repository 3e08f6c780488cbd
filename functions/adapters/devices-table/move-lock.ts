import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessRefused } from '../users-table/condition';
import { devicesTable, documents } from './client';
import type { LockItem } from './items';
import { deviceKey, deviceSortKeys } from './keys';

/**
 * A lock follows its device to another subscription, so that both lie side by side in the index. Whether it was still
 * the same lock.
 */
export const moveLock = (
  lock: Pick<LockItem, 'serialNumber' | 'requestId'>,
  subscriptionId: string,
): Promise<boolean> =>
  unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: devicesTable(),
        Key: { pk: deviceKey(lock.serialNumber), sk: deviceSortKeys.lock },
        UpdateExpression: 'SET subscriptionId = :subscription',
        ConditionExpression: 'requestId = :request',
        ExpressionAttributeValues: { ':subscription': subscriptionId, ':request': lock.requestId },
      }),
    ),
  );
