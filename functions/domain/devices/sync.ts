import { createHash, timingSafeEqual } from 'node:crypto';
import { callOverAfter, jobLeaseSeconds, withinCall } from '#shared/limits';
import type { RecordAppKey } from '#shared/model/record-system';
import { clock } from '../../adapters/clock';
import { leaveHint, takeHint } from '../../adapters/devices-table/sync-hint';
import { keepProgress, recordSync, releaseJob, takeJob, type AppState } from '../../adapters/devices-table/sync-jobs';
import { newId } from '../../adapters/ids';
import { jobBudget } from '../../adapters/records/records-request';
import { readWebhookPath } from '../../adapters/secrets/secrets';
import { readFirstShops } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { take } from '../limits/limits';
import { mirrorApp, type Reading } from './mirror-app';

/**
 * The jobs and the apps that each mirrors: first those that owners wait for. A failing one does not stop the others.
 */
const jobs = { devices: ['requests', 'devices'], repairs: ['repairs', 'workRecords'] } as const satisfies Record<
  string,
  readonly RecordAppKey[]
>;
type Job = keyof typeof jobs;

export interface SyncRun {
  /** False if the time was up first: the next run continues. */
  finished: boolean;
  /** Another run had the job, so this one did nothing. */
  busy: boolean;
  changed: number;
  removed: number;
  /** Malformed records known at the end. */
  skipped: number;
}

interface RunOptions {
  /** Unix milliseconds. */
  until: number;
  /** How long the job is claimed, in seconds: longer than the run can take. */
  lease: number;
  reading: Pick<Reading, 'budget' | 'changesOnly'>;
  /** If all changes were read since this time (unix seconds), there is nothing to do. */
  unlessReadSince?: number;
}

/** Whether all changes of an app are read, and everything is compared, if that had begun. */
const isDone = (state: AppState | undefined, changesOnly: boolean): boolean =>
  state?.changes?.phase === 'done' && (changesOnly || state.full === undefined || state.full.phase === 'done');

async function run(job: Job, { until, lease, reading, unlessReadSince = Infinity }: RunOptions): Promise<SyncRun> {
  const holder = newId();
  const now = clock.seconds();
  const taken = await takeJob(job, holder, now, now + lease);
  if (!taken) return { finished: false, busy: true, changed: 0, removed: 0, skipped: 0 };
  const { apps, allowRemoval = false } = taken;
  let [changed, removed] = [0, 0];
  let isOver = false;
  const failures: unknown[] = [];
  const isFresh = (app: RecordAppKey): boolean =>
    isDone(apps[app], true) && (apps[app]?.changes?.startedAt ?? 0) >= unlessReadSince;
  try {
    for (const app of jobs[job]) {
      if (isFresh(app)) continue;
      isOver = clock.now() >= until;
      if (isOver) break;
      const keep = (state: AppState): Promise<void> => {
        apps[app] = state;
        return keepProgress(job, holder, apps);
      };
      try {
        const mirrored = await mirrorApp(app, apps[app], { ...reading, until, allowRemoval, keep });
        apps[app] = mirrored.state;
        changed += mirrored.changed;
        removed += mirrored.removed;
        for (const problem of mirrored.problems)
          logger.error('the record system needs a correction (docs/runbook.md, Job mirror-devices)', { app, problem });
        if (app === 'devices' && mirrored.state.changes?.phase === 'done')
          await recordSync(clock.seconds(), mirrored.state.skipped);
      } catch (error) {
        failures.push(error);
        logger.warn('an app could not be mirrored', { app, error: error as Error });
      }
    }
  } finally {
    await releaseJob(job, holder, apps, allowRemoval && failures.length === 0);
  }
  if (failures.length > 0) throw failures[0];
  return {
    finished: !isOver && jobs[job].every((app) => isDone(apps[app], reading.changesOnly)),
    busy: false,
    changed,
    removed,
    skipped: jobs[job].flatMap((app) => apps[app]?.skipped ?? []).length,
  };
}

/**
 * Updates the mirror from the record system until `until` (unix milliseconds). If a run is cut off by its time or by a
 * failure, its progress is kept and the next run continues. If two runs start at once, one does the work. Records the
 * time when all changes of devices were read. Problems that people must correct are errors in the log.
 * @throws the first failure of an app, when the others are done
 */
export const runSync = (job: Job, until: number): Promise<SyncRun> =>
  run(job, { until, lease: jobLeaseSeconds, reading: { budget: jobBudget, changesOnly: false } });

/**
 * Leaves a hint for the mirror if the address that was called ends in the stage's secret; returns whether it does.
 * Nothing of the body is read: Kintone does not sign it. The comparison takes the same time for every text.
 */
export async function acceptHint(given: string): Promise<boolean> {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const path = await readWebhookPath();
  if (path === undefined || !timingSafeEqual(digest(given), digest(path))) return false;
  await leaveHint(clock.seconds());
  return true;
}

interface Hinted {
  /** Whether Kintone had hinted at a change. */
  hinted: boolean;
  /** Records mirrored. */
  changed: number;
}

/**
 * Mirrors what staff have just changed, if Kintone hinted at a change, until `until` (unix milliseconds). A hint only
 * brings the reading forward: what fails here, the schedules of the two jobs read. While one of them runs, the hint
 * stays for the next minute, because that run may have read the record before the change.
 */
export async function syncHinted(until: number): Promise<Hinted> {
  if (!(await takeHint())) return { hinted: false, changed: 0 };
  const runs = await Promise.allSettled([runSync('devices', until), runSync('repairs', until)]);
  let changed = 0;
  let busy = false;
  for (const one of runs)
    if (one.status === 'rejected') logger.warn('a hinted sync failed', { error: one.reason as Error });
    else {
      changed += one.value.changed;
      busy ||= one.value.busy;
    }
  if (busy) await leaveHint(clock.seconds());
  return { hinted: true, changed };
}

/** Time for the button's reading, in milliseconds; what a page begun last needs to be written is left of the call. */
const buttonBudget = withinCall(5_000);
/** Milliseconds between two looks whether another run has released the job. */
const look = 500;
/** Reads the changes since the press, or waits for the run that has the job; false if the time was up first. */
async function readNow(job: Job, askedAt: number, until: number): Promise<boolean> {
  const reading = { budget: () => ({ until }), changesOnly: true };
  for (;;) {
    const { busy, finished } = await run(job, { until, lease: callOverAfter, reading, unlessReadSince: askedAt });
    if (!busy || clock.now() + look >= until) return finished;
    await clock.wait(look);
  }
}

/**
 * Reads now what was changed in the record system, for all owners, as the schedule does: it has the job's exclusive
 * right, so several presses at once make one reading. `finishedAt` is null if the time
 * of the call is up first, as during the comparison of everything: then it leaves a hint, and the rest is read within a
 * minute. A user without a shop has nothing to read.
 * @throws CallError SYNC_TOO_SOON with `retryAfter` in seconds once the day's readings are used up; Unavailable
 */
export async function syncDevices({ userId }: Pick<Caller, 'userId'>): Promise<{ finishedAt: number | null }> {
  // A reading that began in the second of the press may have begun before it.
  const askedAt = Math.ceil(clock.now() / 1000);
  const until = clock.now() + buttonBudget;
  if ((await readFirstShops(userId, 1)).length === 0) return { finishedAt: clock.seconds() };
  await take({ kind: 'readings', of: { stage: '' } });
  const read = await Promise.allSettled([readNow('devices', askedAt, until), readNow('repairs', askedAt, until)]);
  for (const one of read) if (one.status === 'rejected') throw one.reason;
  if (read.every((one) => one.status === 'fulfilled' && one.value)) return { finishedAt: clock.seconds() };
  await leaveHint(clock.seconds());
  return { finishedAt: null };
}
