import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unlessRefused } from '../users-table/condition';
import { devicesTable, documents } from './client';
import { syncKey, syncSorts } from './keys';
import { lastSyncKey } from './last-sync';

/** How far the mirroring of one app is. Times are unix seconds. */
export interface Progress {
  /** Changes from then on are read; absent while all records are. */
  since?: number;
  /** When the pass under way began; the next one reads what changed from then on. */
  startedAt: number;
  /** `$id` of the last record of the pages that are in the mirror. */
  after: number;
  /** `reading` the records, `sweeping` the mirror for what is gone; `done` between two passes. */
  phase: 'reading' | 'sweeping' | 'done';
  /** Where the sweeping goes on. */
  scan?: Record<string, unknown>;
  /** When the last pass over all records began. */
  fullAt?: number;
  /** `<app>/<$id>` of the records that are malformed, as far as is known. */
  skipped: string[];
}

/** The state of a job, taken for one run. */
export interface TakenJob {
  apps: Record<string, Progress>;
}

const keyOf = (job: string) => ({ pk: syncKey, sk: syncSorts.job(job) });

/**
 * Takes a job for a run, so that two never run at once; undefined while another run has it. A run that died loses it
 * at `until` (unix seconds).
 */
export async function takeJob(job: string, holder: string, now: number, until: number): Promise<TakenJob | undefined> {
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName: devicesTable(),
        Key: keyOf(job),
        UpdateExpression: 'SET holder = :holder, heldUntil = :until, apps = if_not_exists(apps, :none)',
        ConditionExpression: 'attribute_not_exists(heldUntil) OR heldUntil <= :now',
        ExpressionAttributeValues: { ':holder': holder, ':until': until, ':now': now, ':none': {} },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return { apps: Attributes?.['apps'] as Record<string, Progress> };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Keeps the progress of a run that goes on. @throws where the job is another run's by now */
export async function keepProgress(job: string, holder: string, apps: Record<string, Progress>): Promise<void> {
  await documents.send(
    new UpdateCommand({
      TableName: devicesTable(),
      Key: keyOf(job),
      UpdateExpression: 'SET apps = :apps',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':apps': apps, ':holder': holder },
    }),
  );
}

/** Keeps the progress and gives the job back. */
export async function giveJobBack(job: string, holder: string, apps: Record<string, Progress>): Promise<void> {
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: devicesTable(),
        Key: keyOf(job),
        UpdateExpression: 'SET apps = :apps REMOVE holder, heldUntil',
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':apps': apps, ':holder': holder },
      }),
    ),
  );
}

/** Notes a good run over all devices, and the malformed records that were skipped. */
export async function noteSync(finishedAt: number, skipped: readonly string[]): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: devicesTable(),
      Item: { ...lastSyncKey, finishedAt, skipped: skipped.length, skippedRecords: skipped.slice(0, 100) },
    }),
  );
}

/** How long a user's own sync counts, in seconds: the schedule has come by long since. */
const ownSyncKept = 86_400;

/** Notes a good sync of a user's own devices. */
export async function noteOwnSync(userId: string, finishedAt: number): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: devicesTable(),
      Item: { pk: syncKey, sk: syncSorts.user(userId), finishedAt, expiresAt: finishedAt + ownSyncKept },
    }),
  );
}

/** When a user's own devices were last read at their own wish, in unix seconds; null where they were not. */
export async function lastOwnSync(userId: string): Promise<number | null> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: devicesTable(), Key: { pk: syncKey, sk: syncSorts.user(userId) } }),
  );
  return (Item as { finishedAt: number } | undefined)?.finishedAt ?? null;
}
