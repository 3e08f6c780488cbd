import type { RecordAppKey } from '#shared/model/record-system';
import { clock } from '../../adapters/clock';
import { scanMirror } from '../../adapters/devices-table/scan-mirror';
import type { AppState, Pass, PassKind, Sweep } from '../../adapters/devices-table/sync-jobs';
import type { KintoneRecord } from '../../adapters/records/apps';
import { countRecords, quoted, readPage } from '../../adapters/records/read-page';
import { jobBudget } from '../../adapters/records/records-request';
import { applyDevices } from './apply-devices';
import { applyRepairs, applyWork } from './apply-repairs';
import { applyRequests } from './apply-requests';
import type { Applied } from './parse-records';
import { findGone, forget, isImplausible } from './sweep';

const apply: Record<RecordAppKey, (records: readonly KintoneRecord[], kind: PassKind) => Promise<Applied>> = {
  devices: applyDevices,
  repairs: applyRepairs,
  workRecords: applyWork,
  requests: applyRequests,
};

/** At most so many malformed records are remembered, and gone or displaced ones between two runs. */
const mostSkipped = 1_000;
const mostKept = 500;
export interface AppRun {
  state: AppState;
  changed: number;
  removed: number;
  /** The problems that people must correct, in words. */
  problems: string[];
}

export interface PassContext {
  app: RecordAppKey;
  run: AppRun;
  /** Unix milliseconds at which it stops. */
  until: number;
  allowRemoval: boolean;
  keep: () => Promise<void>;
}

/**
 * Continues a pass until it is done or the time is up, a page at a time. Each page is in the mirror before its progress
 * is kept. Pages follow `$id` and not the time of change: a record that changes meanwhile is read again by the next
 * pass, which reads changes since this one began.
 */
export async function runPass(pass: Pass, slot: 'changes' | 'full', context: PassContext): Promise<Pass> {
  const { run, until, keep } = context;
  run.state[slot] = pass;
  while (pass.phase !== 'done' && clock.now() < until) {
    if (pass.phase === 'reading') await readNextPage(pass, slot, context);
    else await sweepNextPart(pass, context);
    if (run.state[slot]?.phase !== 'done') await keep();
  }
  return pass;
}

/**
 * The condition for what changed since a time (unix seconds), and for what is new by its `$id`: a record that staff
 * add from a file may have an older time of change
 * (https://jp.cybozu.help/k/ja/user/using_app/import_records/import_csv.html).
 */
function changedSince(updatedAt: string, since: number, lastId: number): string {
  const time = new Date(since * 1000).toISOString().replace('.000', '');
  return `${updatedAt} >= ${quoted(time)} or $id > ${quoted(String(lastId))}`;
}

async function readNextPage(pass: Pass, slot: 'changes' | 'full', { app, run }: PassContext): Promise<void> {
  const { since, counting: known } = pass;
  const { records, isLast } = await readPage(app, {
    after: pass.after,
    ...(since !== undefined && { where: ({ codes }) => changedSince(codes.updatedAt, since, known.lastId) }),
    ...jobBudget(),
  });
  const applied = await apply[app](records, pass.kind);
  run.changed += applied.changed;
  const skipped = new Set([...run.state.skipped, ...applied.skipped]);
  for (const record of applied.read) skipped.delete(record);
  run.state.skipped = [...skipped].slice(0, mostSkipped);

  const ids = records.map((record) => Number(record['$id']?.value));
  const mirroredUpTo = run.state.counted?.lastId ?? 0;
  pass.unplaced.push(...applied.unplaced.filter((id) => id <= mirroredUpTo));
  const { counting } = pass;
  pass.counting = {
    records: counting.records + ids.filter((id) => id > counting.lastId).length,
    lastId: Math.max(counting.lastId, ...ids),
  };
  pass.after = ids.at(-1) ?? pass.after;
  if (!isLast) return;
  const sweep = await sweepAfter(pass, slot, app, run);
  if (!sweep) pass.phase = 'done';
  else Object.assign(pass, { phase: 'sweeping', sweep });
}

const sweepOf = (among?: number[]): Sweep => ({ scanned: 0, goneCount: 0, gone: [], ...(among && { among }) });

/**
 * The records to search the mirror for when everything is read. Kintone does not report deleted records, but it counts
 * fewer records up to the last `$id` than were read.
 */
async function sweepAfter(
  pass: Pass,
  slot: 'changes' | 'full',
  app: RecordAppKey,
  run: AppRun,
): Promise<Sweep | undefined> {
  const { records, lastId } = pass.counting;
  const left = lastId === 0 ? 0 : await countRecords(app, lastId, jobBudget());
  run.state.counted = { records: left, lastId };
  // Requests of another app are not those of this one.
  if (app === 'requests') return left < records ? sweepOf() : undefined;
  if (slot === 'full' || pass.kind === 'full' || pass.kind === 'new-app' || left < records) return sweepOf();
  if (pass.unplaced.length > mostKept) return sweepOf();
  return pass.unplaced.length > 0 ? sweepOf(pass.unplaced) : undefined;
}

async function sweepNextPart(pass: Pass, { app, run, allowRemoval }: PassContext): Promise<void> {
  const sweep = (pass.sweep ??= sweepOf());
  const { mirrored, next } = await scanMirror(app, sweep.scan);
  const among = sweep.among && new Set(sweep.among);
  const wanted = among ? mirrored.filter(({ recordId }) => among.has(recordId)) : mirrored;
  const gone = await findGone(app, wanted, jobBudget());
  sweep.scanned += wanted.length;
  sweep.goneCount += gone.length;
  sweep.gone = [...sweep.gone, ...gone].slice(0, mostKept);
  if (next) return void (sweep.scan = next);
  const { goneCount, scanned } = sweep;
  const doubtful = !among && !allowRemoval && isImplausible(goneCount, scanned);
  if (!among) delete run.state.doubt;
  if (doubtful)
    run.state.doubt =
      `${goneCount} of ${scanned} mirrored records are not there any more, so none was removed: ` +
      'are address, number and token the right ones? If so, allow the removal (docs/runbook.md, Job mirror-devices)';
  else run.removed += await forget(app, sweep.gone);
  const isWhole = doubtful || goneCount <= sweep.gone.length;
  delete pass.sweep;
  if (isWhole) pass.phase = 'done';
}
