import type { RecordAppKey } from '#shared/model/record-system';
import { updateItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { devicesTable } from '#functions/devices/items';
import type { Mirrored } from './mirror-table';
import * as z from 'zod/mini';
import { clock } from '#functions/platform/clock';
import { endedLease, ifFree, ifLeased, newLease, type Lease } from '#functions/platform/leases';
import { isWebhookPath } from '#functions/platform/secrets';
import { defineTask } from '#functions/platform/tasks';

/**
 * Why records are read: `full` compares everything, `new-app` does so with an app that took the place of another one,
 * whose ids and revisions mean nothing here; `changes` reads changed records.
 */
export type SyncKind = 'full' | 'new-app' | 'changes';

/** How many records an app had up to an `$id`: fewer at a later time means that some were deleted. */
export interface RecordCount {
  records: number;
  lastId: number;
}

/** A search of the mirror for what the record system does not have any more. */
interface Search {
  scan?: Record<string, unknown>;
  scanned: number;
  /** How many of them are deleted. */
  deleted: number;
  /** The first that are deleted or in another place; nothing is removed before all are known. */
  gone: Mirrored[];
}

/** One reading of an app. Times are unix seconds. */
export interface Sync {
  kind: SyncKind;
  /** It reads changes since this time; absent if it reads all records. */
  since?: number;
  /** When it began; the next one reads changes from then on. */
  startedAt: number;
  /** `$id` of the last record that it has mirrored. */
  after: number;
  /** `reading` the records, `searching` the mirror for deleted ones; `done` between two syncs. */
  phase: 'reading' | 'searching' | 'done';
  counting: RecordCount;
  /** Whether a record was read that the mirror may also have in another place. */
  isDisplaced?: true;
  search?: Search;
}

/** The progress of mirroring one app: the changes at every run, and everything in slices at night. */
export interface AppState {
  /** The address of the app: another one is another app, with ids of its own. */
  source: string;
  changes?: Sync;
  full?: Sync;
  /** When the last sync over all records began. */
  fullAt?: number;
  counted?: RecordCount;
  /** `<app>/<$id>` of the records known to be malformed. */
  skipped: string[];
  /** Whether the stage has another app of requests than before, which may lack those that are open. */
  moved?: boolean;
  /** Why nothing was removed, until a person has allowed it or it has become plausible. */
  doubt?: string;
}

type AppStates = Partial<Record<RecordAppKey, AppState>>;

interface LeasedJob {
  lease: Lease;
  apps: AppStates;
  /** Set by a person (docs/runbook.md): the next search removes what it finds, however much it is. */
  allowRemoval?: boolean;
}

const keyOf = (job: string) => ({ pk: 'SYNC', sk: `JOB#${job}` });

/** Leases a job to a run, for `length` milliseconds at most; returns undefined if another run has it. */
export async function leaseJob(job: string, length: number): Promise<LeasedJob | undefined> {
  const lease = newLease(length);
  const item = await updateItemIf<LeasedJob>(devicesTable(), keyOf(job), { set: { lease }, ...ifFree(lease) });
  return item && { ...item, apps: item.apps ?? {} };
}

/** Keeps the progress of a run that continues. @throws if another run has the job by now */
export const keepProgress = (job: string, { apps, lease }: LeasedJob): Promise<void> =>
  updateItem(devicesTable(), keyOf(job), { set: { apps }, ...ifLeased(lease) });

/** Keeps the progress and releases the job; a permission to remove is used up once it was needed. */
export async function releaseJob(job: string, { apps, lease }: LeasedJob, usedUp: boolean): Promise<void> {
  await updateItemIf(devicesTable(), keyOf(job), {
    set: { apps, lease: endedLease(lease) },
    ...(usedUp && { remove: ['allowRemoval'] }),
    ...ifLeased(lease),
  });
}

/** Reads what staff have just changed. One waits at most; one that comes while it is done is done after it. */
export const mirrorChanges = defineTask('mirror-changes', z.object({ since: z.number() }), () => 'mirror');
/** A reading that began in the second of a change may have begun before it. */
export const nowOrLater = (): number => Math.ceil(clock.now() / 1000);
export const readSoon = (since: number): Promise<void> => mirrorChanges.enqueue({ since }, { id: 'changes' });

/** Has the mirror read changes if the called address ends in the stage's secret, and returns whether; reads no body. */
export async function acceptWebhook(given: string): Promise<boolean> {
  if (!(await isWebhookPath(given))) return false;
  await readSoon(nowOrLater());
  return true;
}
