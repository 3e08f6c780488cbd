import { CallError } from '#shared/errors';
import { leaseMs, callTimeout } from '#shared/constants';
import type { RecordAppKey } from '#shared/model/record-system';
import { clock } from '#functions/platform/clock';
import {
  keepProgress,
  leaseJob,
  releaseJob,
  type AppState,
  mirrorChanges,
  nowOrLater,
  readSoon,
} from './mirror-jobs-table';
import { jobBudget } from '#functions/platform/kintone/client';
import { readFirstShops } from '#functions/shops/shops-table';
import { defineWorker } from '#functions/platform/worker';
import { logger } from '#functions/platform/logger';
import { Unavailable } from '#functions/platform/unavailable';
import type { Caller } from '#functions/http/caller';
import { consume } from '#functions/limits/limits';
import { mirrorApp, type MirrorOptions } from './mirror-app';
import { lastDeviceSync, recordSync } from '#functions/devices/devices-table';

/** The jobs and their apps: first those that owners wait for. A failing one does not stop the others. */
const jobs = { devices: ['requests', 'devices'], repairs: ['repairs', 'workRecords'] } as const satisfies Record<
  string,
  readonly RecordAppKey[]
>;
type Job = keyof typeof jobs;

export interface MirrorRun {
  /** False if the time was up first: the next run continues. */
  finished: boolean;
  /** Another run had the job, so this one did nothing. */
  busy: boolean;
  changed: number;
  removed: number;
  /** Malformed records known at the end. */
  skipped: number;
}

interface RunOptions extends Pick<MirrorOptions, 'until' | 'budget' | 'changesOnly'> {
  /** How long the job is leased, in milliseconds: longer than the run can take. */
  lease: number;
  /** If a reading of all changes began at this time (unix seconds) or later, there is nothing to do. */
  unlessReadSince?: number;
}

/** Whether all changes of an app are read, and everything is compared, if that had begun. */
const isDone = (state: AppState | undefined, changesOnly: boolean): boolean =>
  state?.changes?.phase === 'done' && (changesOnly || state.full === undefined || state.full.phase === 'done');

async function run(job: Job, { lease, unlessReadSince = Infinity, ...reading }: RunOptions): Promise<MirrorRun> {
  const leased = await leaseJob(job, lease);
  if (!leased) return { finished: false, busy: true, changed: 0, removed: 0, skipped: 0 };
  const { apps, allowRemoval = false } = leased;
  let [changed, removed] = [0, 0];
  let isOver = false;
  const failures: unknown[] = [];
  const isFresh = (app: RecordAppKey): boolean =>
    isDone(apps[app], true) && (apps[app]?.changes?.startedAt ?? 0) >= unlessReadSince;
  try {
    for (const app of jobs[job]) {
      if (isFresh(app)) continue;
      isOver = clock.now() >= reading.until;
      if (isOver) break;
      const keep = (state: AppState): Promise<void> => {
        apps[app] = state;
        return keepProgress(job, leased);
      };
      try {
        const mirrored = await mirrorApp(app, apps[app], { ...reading, allowRemoval, keep });
        apps[app] = mirrored.state;
        changed += mirrored.changed;
        removed += mirrored.removed;
        for (const problem of mirrored.problems)
          logger.error('the record system needs a correction (docs/runbook.md, Job mirror-devices)', { app, problem });
        if (app === 'devices' && mirrored.state.changes?.phase === 'done')
          await recordSync(
            clock.seconds(),
            jobs[job].flatMap((one) => apps[one]?.skipped ?? []),
          );
      } catch (error) {
        failures.push(error);
        logger.warn('an app could not be mirrored', { app, error: error as Error });
      }
    }
  } finally {
    await releaseJob(job, leased, allowRemoval && failures.length === 0);
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
export const runMirror = (job: Job, until: number): Promise<MirrorRun> =>
  run(job, { until, lease: leaseMs.job, budget: jobBudget, changesOnly: false });

/**
 * Reads the changes of all apps, unless a reading of them began at `unlessReadSince` or later. `busy`: another run has
 * a job, and may have read a record before it changed.
 * @throws the first failure of a job, when the other is done
 */
async function readChanges(options: Omit<RunOptions, 'changesOnly'>): Promise<Pick<MirrorRun, 'busy' | 'finished'>> {
  const both = [run('devices', { ...options, changesOnly: true }), run('repairs', { ...options, changesOnly: true })];
  await Promise.allSettled(both);
  const runs = await Promise.all(both);
  return { busy: runs.some(({ busy }) => busy), finished: runs.every(({ finished }) => finished) };
}

/** Milliseconds of a task's time that a page begun last may take. */
const forLastPage = 40_000;

export const mirrorWorkers = [
  defineWorker(
    mirrorChanges,
    async ({ since }, { until }) => {
      const options = { until: until - forLastPage, lease: leaseMs.job, budget: jobBudget, unlessReadSince: since };
      const { finished } = await readChanges(options);
      if (!finished) throw new Unavailable('records', new Error('Changes are left to read'));
    },
    'What was read since is not read again.',
  ),
];

/** Time for the button's reading, in milliseconds; what a page begun last needs to be written is left of the call. */
const buttonBudget = callTimeout * 1000 - 5_000;
/** In seconds; the limit `sync` lets each user begin one reading in it. */
const minute = 60;
/** Milliseconds after which it is tried again whether another run has released the job. */
const pause = 500;

/**
 * Reads now what was changed in the record system, for all owners, as the schedule does: it has the job's exclusive
 * right, so several presses at once make one reading, which the others wait for. `finishedAt` is null if the time of
 * the call is up first, as during the comparison of everything: then a task reads the rest. A user's second press
 * within a minute joins the reading that runs or has ended since. A user without a shop has nothing to read.
 * @throws CallError SYNC_TOO_SOON with `retryAfter` in seconds once the day's readings are used up; Unavailable
 */
export async function syncDevices({ userId }: Pick<Caller, 'userId'>): Promise<{ finishedAt: number | null }> {
  const until = clock.now() + buttonBudget;
  if ((await readFirstShops(userId, 1)).length === 0) return { finishedAt: clock.seconds() };
  const joins = await consume({ kind: 'sync', of: { user: userId } }).then(
    () => false,
    (error: unknown) => {
      if (error instanceof CallError) return true;
      throw error;
    },
  );
  const since = joins ? clock.seconds() - minute : nowOrLater();
  if (!joins) await consume({ kind: 'readings', of: { stage: '' } });
  const budget = () => ({ until });
  const options = { until: joins ? 0 : until, lease: leaseMs.call, budget, unlessReadSince: since };
  for (;;) {
    const { busy, finished } = await readChanges(options);
    if (finished) return { finishedAt: await lastDeviceSync() };
    if (!busy || clock.now() + pause >= until) break;
    await clock.wait(pause);
  }
  await readSoon(since);
  return { finishedAt: null };
}
