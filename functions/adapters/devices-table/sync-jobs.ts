import type { Key } from '../dynamodb/expressions';
import { getItem, putItem, updateItem, updateItemIf } from '../dynamodb/items';
import { devicesTable } from './table';
import { syncKey, syncSorts } from './keys';

/** The progress of mirroring one app. Times are unix seconds. */
export interface Progress {
  /** The pass reads changes since this time; absent if it reads all records. */
  since?: number;
  /** When the current pass began; the next one reads changes from then on. */
  startedAt: number;
  /** `$id` of the last record that this pass has mirrored. */
  after: number;
  /** `reading` the records, `sweeping` the mirror for deleted ones; `done` between two passes. */
  phase: 'reading' | 'sweeping' | 'done';
  /** Where the sweep continues. */
  scan?: Record<string, unknown>;
  /** When the last pass over all records began. */
  fullAt?: number;
  /** `<app>/<$id>` of the records known to be malformed. */
  skipped: string[];
}

/** The state of a job, claimed for one run. */
interface TakenJob {
  apps: Record<string, Progress>;
}

const keyOf = (job: string) => ({ pk: syncKey, sk: syncSorts.job(job) });
const ownSyncKey = (userId: string) => ({ pk: syncKey, sk: syncSorts.user(userId) });
const lastSyncKey = { pk: syncKey, sk: syncSorts.state };

/**
 * Claims a job for a run, so that two never run at once; returns undefined if another run has it. If a run dies, its
 * claim ends at `until` (unix seconds).
 */
export const takeJob = (job: string, holder: string, now: number, until: number): Promise<TakenJob | undefined> =>
  updateItemIf(devicesTable(), keyOf(job), {
    set: { holder, heldUntil: until },
    assign: ['apps = if_not_exists(apps, :none)'],
    if: 'attribute_not_exists(heldUntil) OR heldUntil <= :now',
    values: { now, none: {} },
  });

/** Keeps the progress of a run that continues. @throws if another run has the job by now */
export const keepProgress = (job: string, holder: string, apps: Record<string, Progress>): Promise<void> =>
  updateItem(devicesTable(), keyOf(job), { set: { apps }, if: 'holder = :holder', values: { holder } });

/** Keeps the progress and releases the job. */
export async function releaseJob(job: string, holder: string, apps: Record<string, Progress>): Promise<void> {
  await updateItemIf(devicesTable(), keyOf(job), {
    set: { apps },
    remove: ['holder', 'heldUntil'],
    if: 'holder = :holder',
    values: { holder },
  });
}

/** Records when a successful run over all devices ended, and the malformed records that were skipped. */
export const recordSync = (finishedAt: number, skipped: readonly string[]): Promise<void> =>
  putItem(devicesTable(), lastSyncKey, {
    finishedAt,
    skipped: skipped.length,
    skippedRecords: skipped.slice(0, 100),
  });

/** How long a user's own sync is remembered, in seconds. The schedule has run long before that ends. */
const ownSyncKept = 86_400;

/** Records when a successful sync of a user's own devices ended. */
export const recordOwnSync = (userId: string, finishedAt: number): Promise<void> =>
  putItem(devicesTable(), ownSyncKey(userId), { finishedAt, expiresAt: finishedAt + ownSyncKept });

const finishedAtOf = async (key: Key): Promise<number | null> =>
  (await getItem<{ finishedAt: number }>(devicesTable(), key, { consistent: false }))?.finishedAt ?? null;

/** When the last run over all devices ended, in unix seconds; null if none has. */
export const lastDeviceSync = (): Promise<number | null> => finishedAtOf(lastSyncKey);

/** When a user's own devices were last read on request, in unix seconds; null if never. */
export const lastOwnSync = (userId: string): Promise<number | null> => finishedAtOf(ownSyncKey(userId));
