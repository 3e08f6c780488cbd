import type { RecordAppKey } from '#shared/model/record-system';
import { clock } from '../../adapters/clock';
import { scanMirror } from '../../adapters/devices-table/scan-mirror';
import type { Progress } from '../../adapters/devices-table/sync-jobs';
import { quoted, readPage, type KintoneRecord } from '../../adapters/records/read-page';
import type { Applied } from './parse-records';
import { applyDevices, type PassKind } from './apply-devices';
import { applyRepairs, applyWork } from './apply-repairs';
import { applyRequests } from './apply-requests';
import { sweep } from './sweep';

const apply: Record<RecordAppKey, (records: readonly KintoneRecord[], kind: PassKind) => Promise<Applied>> = {
  devices: applyDevices,
  repairs: applyRepairs,
  workRecords: applyWork,
  requests: applyRequests,
};

/**
 * How far before the previous pass's start a pass over changes begins, in seconds. Kintone's 更新日時 is exact to the
 * minute, and its clock or index may lag; records read again cost no write.
 */
const overlap = 5 * 60;
/** Seconds between full comparisons, which find differences that reading changes misses, above all deleted records. */
const fullEvery = 24 * 60 * 60;
/** At most so many malformed records are remembered. */
const mostSkipped = 1_000;
/** Budget of one request in a scheduled run, in milliseconds; a run has minutes. */
const requestBudget = 30_000;

/**
 * The pass that follows a finished one; the first reads everything. The requests app is read by changes alone, because
 * the mirror has all other data of requests itself.
 */
function nextPass(app: RecordAppKey, last: Progress | undefined, now: number): Progress {
  const since = last && Math.floor((last.startedAt - overlap) / 60) * 60;
  const isFull = !last || since === undefined || (app !== 'requests' && now - (last.fullAt ?? 0) >= fullEvery);
  return {
    startedAt: now,
    after: 0,
    phase: 'reading',
    skipped: isFull ? [] : last.skipped,
    ...(last?.fullAt !== undefined && { fullAt: last.fullAt }),
    ...(!isFull && { since }),
  };
}

interface AppRun {
  progress: Progress;
  changed: number;
  removed: number;
}

/**
 * Continues the pass over an app, or begins the next one, a page at a time. Each page is in the mirror before `keep`
 * gets the progress. At `until` (unix milliseconds) it stops, and the phase says whether the pass is done. Pages follow
 * `$id` and not the time of change: a record that changes meanwhile is read again by the next pass, which reads changes
 * since this one began.
 */
export async function mirrorApp(
  app: RecordAppKey,
  last: Progress | undefined,
  until: number,
  keep: (progress: Progress) => Promise<void>,
): Promise<AppRun> {
  const run: AppRun = {
    progress: last && last.phase !== 'done' ? last : nextPass(app, last, clock.seconds()),
    changed: 0,
    removed: 0,
  };
  const skipped = new Set(run.progress.skipped);
  const move = async (change: Partial<Progress>): Promise<void> => {
    run.progress = { ...run.progress, ...change, skipped: [...skipped].slice(0, mostSkipped) };
    if (run.progress.phase !== 'done') await keep(run.progress);
  };
  // An empty mirror has no records to sweep, so the first pass ends after reading.
  const { since, startedAt, fullAt } = run.progress;
  const ending: Partial<Progress> = { phase: 'done', ...(since === undefined && { fullAt: startedAt }) };

  const kind: PassKind = since !== undefined ? 'changes' : fullAt === undefined ? 'first' : 'full';
  while (run.progress.phase === 'reading' && clock.now() < until) {
    const { records, isLast } = await readPage(app, {
      after: run.progress.after,
      ...(since !== undefined && {
        where: ({ codes }) =>
          `${codes.updatedAt} >= ${quoted(new Date(since * 1000).toISOString().replace('.000', ''))}`,
      }),
      until: clock.now() + requestBudget,
    });
    const applied = await apply[app](records, kind);
    run.changed += applied.changed;
    for (const record of applied.read) skipped.delete(record);
    for (const record of applied.skipped) skipped.add(record);
    const after = Number(records.at(-1)?.['$id']?.value ?? run.progress.after);
    await move(isLast ? { after, ...(kind === 'full' ? { phase: 'sweeping' } : ending) } : { after });
  }
  if (app === 'requests') return run;
  while (run.progress.phase === 'sweeping' && clock.now() < until) {
    const { mirrored, next } = await scanMirror(app, run.progress.scan);
    run.removed += await sweep(app, mirrored, clock.now() + requestBudget);
    const { scan: _scan, ...rest } = run.progress;
    run.progress = rest;
    await move(next ? { scan: next } : ending);
  }
  return run;
}
