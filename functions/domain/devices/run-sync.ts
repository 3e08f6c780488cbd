import { jobLeaseSeconds } from '#shared/limits';
import type { RecordAppKey } from '#shared/model/record-system';
import { clock } from '../../adapters/clock';
import { releaseJob, keepProgress, recordSync, takeJob, type Progress } from '../../adapters/devices-table/sync-jobs';
import { newId } from '../../adapters/ids';
import { mirrorApp } from './mirror-app';

/** The jobs and the apps that each mirrors, in this order. A run that finds little costs one request an app. */
const jobs = { devices: ['devices', 'requests'], repairs: ['repairs', 'workRecords'] } as const satisfies Record<
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

/**
 * Updates the mirror from the record system until `until` (unix milliseconds). If a run is cut off by its time or by a
 * failure, its progress is kept and the next run continues. Of two runs at once, one does the work. Records the time
 * when all devices were read.
 */
export async function runSync(job: keyof typeof jobs, until: number): Promise<SyncRun> {
  const holder = newId();
  const now = clock.seconds();
  const taken = await takeJob(job, holder, now, now + jobLeaseSeconds);
  if (!taken) return { finished: false, busy: true, changed: 0, removed: 0, skipped: 0 };
  const { apps } = taken;
  let [changed, removed] = [0, 0];
  try {
    for (const app of jobs[job]) {
      const keep = (progress: Progress): Promise<void> => {
        apps[app] = progress;
        return keepProgress(job, holder, apps);
      };
      const run = await mirrorApp(app, apps[app], until, keep);
      apps[app] = run.progress;
      changed += run.changed;
      removed += run.removed;
      if (run.progress.phase !== 'done') break;
    }
  } finally {
    await releaseJob(job, holder, apps);
  }
  const finished = jobs[job].every((app) => apps[app]?.phase === 'done');
  const skipped = Object.values(apps).flatMap((progress) => progress.skipped);
  if (finished && job === 'devices') await recordSync(clock.seconds(), skipped);
  return { finished, busy: false, changed, removed, skipped: skipped.length };
}
