import { jobLeaseSeconds } from '#shared/limits';
import type { RecordAppKey } from '#shared/model/record-system';
import { clock } from '../../adapters/clock';
import { releaseJob, keepProgress, recordSync, takeJob, type AppState } from '../../adapters/devices-table/sync-jobs';
import { newId } from '../../adapters/ids';
import { logger } from '../../runtime/logger';
import { mirrorApp } from './mirror-app';

/**
 * The jobs and the apps that each mirrors: first those that owners wait for. A failing one does not stop the others.
 */
const jobs = { devices: ['requests', 'devices'], repairs: ['repairs', 'workRecords'] } as const satisfies Record<
  string,
  readonly RecordAppKey[]
>;

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

const isDone = (state: AppState | undefined): boolean =>
  state?.changes?.phase === 'done' && (state.full === undefined || state.full.phase === 'done');

/**
 * Updates the mirror from the record system until `until` (unix milliseconds). If a run is cut off by its time or by a
 * failure, its progress is kept and the next run continues. If two runs start at once, one does the work. Records the
 * time when all changes of devices were read. Problems that people must correct are errors in the log.
 * @throws the first failure of an app, when the others are done
 */
export async function runSync(job: keyof typeof jobs, until: number): Promise<SyncRun> {
  const holder = newId();
  const now = clock.seconds();
  const taken = await takeJob(job, holder, now, now + jobLeaseSeconds);
  if (!taken) return { finished: false, busy: true, changed: 0, removed: 0, skipped: 0 };
  const { apps, allowRemoval = false } = taken;
  let [changed, removed] = [0, 0];
  let isOver = false;
  const failures: unknown[] = [];
  try {
    for (const app of jobs[job]) {
      isOver = clock.now() >= until;
      if (isOver) break;
      const keep = (state: AppState): Promise<void> => {
        apps[app] = state;
        return keepProgress(job, holder, apps);
      };
      try {
        const run = await mirrorApp(app, apps[app], { until, allowRemoval, keep });
        apps[app] = run.state;
        changed += run.changed;
        removed += run.removed;
        for (const problem of run.problems)
          logger.error('the record system needs a correction (docs/runbook.md, Job mirror-devices)', { app, problem });
        if (app === 'devices' && run.state.changes?.phase === 'done')
          await recordSync(clock.seconds(), run.state.skipped);
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
    finished: !isOver && jobs[job].every((app) => isDone(apps[app])),
    busy: false,
    changed,
    removed,
    skipped: jobs[job].flatMap((app) => apps[app]?.skipped ?? []).length,
  };
}
