import { type RecordAppKey, recordApps } from '#shared/model/record-system';
import { clock, lastNight } from '#functions/platform/clock';
import { scanMirror } from './mirror-table';
import type { AppState, Sync, SyncKind, RecordCount } from './mirror-jobs-table';
import {
  appOf,
  type KintoneRecord,
  type RecordsOptions,
  sourceOf,
  Misconfigured,
} from '#functions/platform/kintone/client';
import { countRecords, quoted, readForm, readPage } from '#functions/devices/read-page';
import { applyDevices, applyRepairs, applyRequests, applyWork } from './apply-records';
import type { Applied } from './write-devices';
import { findGone, forget, isImplausible } from './deleted-records';

/** Seconds before the last start from which changes are read: 更新日時 is exact to the minute, its index may lag. */
const overlap = 5 * 60;

const none: RecordCount = { records: 0, lastId: 0 };
const begin = (kind: SyncKind, now: number, counting: RecordCount, since?: number): Sync => ({
  kind,
  startedAt: now,
  after: 0,
  phase: 'reading',
  counting,
  ...(since !== undefined && { since }),
});

/** The reading of changes after the last one; of everything if there was none, or of another app (`source`). */
function nextChanges(state: AppState | undefined, source: string, now: number): Sync {
  const last = state?.changes;
  if (!state || !last) return begin('full', now, none);
  if (state.source !== source) return begin('new-app', now, none);
  const since = Math.floor((last.startedAt - overlap) / 60) * 60;
  return begin('changes', now, state.counted ?? none, since);
}

/**
 * The comparison of everything that is under way or, once a night, due; undefined if there is none. Renamed options of
 * a field leave no other trace. For requests, whose data are our own, it only searches for deleted records.
 */
function nextFull(app: RecordAppKey, state: AppState, now: number): Sync | undefined {
  if (state.full && state.full.phase !== 'done') return state.full;
  if ((state.fullAt ?? 0) >= lastNight(now)) return undefined;
  return { ...begin('full', now, none), ...(app === 'requests' && { phase: 'searching' }) };
}

const apply: Record<
  RecordAppKey,
  (records: readonly KintoneRecord[], kind: SyncKind, until: number) => Promise<Applied>
> = {
  devices: applyDevices,
  repairs: applyRepairs,
  workRecords: applyWork,
  requests: applyRequests,
};

/** At most so many malformed records are remembered, and gone ones between two runs. */
const mostSkipped = 1_000;
const mostKept = 500;
interface AppRun {
  state: AppState;
  changed: number;
  removed: number;
  /** The problems that people must correct, in words. */
  problems: string[];
}

interface SyncContext extends Pick<MirrorOptions, 'until' | 'budget' | 'allowRemoval'> {
  app: RecordAppKey;
  run: AppRun;
  keep: () => Promise<void>;
}

/**
 * Continues a sync until it is done or the time is up, a page at a time. Each page is in the mirror before its progress
 * is kept. Pages follow `$id` and not the time of change: a record that changes meanwhile is read again by the next
 * sync, which reads changes since this one began.
 */
async function continueSync(sync: Sync, slot: 'changes' | 'full', context: SyncContext): Promise<Sync> {
  const { run, until, keep } = context;
  run.state[slot] = sync;
  while (sync.phase !== 'done' && clock.now() < until) {
    if (sync.phase === 'reading') await readNextPage(sync, context);
    else await searchNextPart(sync, context);
    if (run.state[slot]?.phase !== 'done') await keep();
  }
  return sync;
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

async function readNextPage(sync: Sync, context: SyncContext): Promise<void> {
  const { app, run, budget } = context;
  const { since, counting: known } = sync;
  const { records, isLast } = await readPage(app, {
    after: sync.after,
    ...(since !== undefined && { where: ({ codes }) => changedSince(codes.updatedAt, since, known.lastId) }),
    ...budget(),
  });
  const applied = await apply[app](records, sync.kind, budget().until);
  run.changed += applied.changed;
  const skipped = new Set([...run.state.skipped, ...applied.skipped]);
  for (const record of applied.read) skipped.delete(record);
  run.state.skipped = [...skipped].slice(0, mostSkipped);

  const ids = records.map((record) => Number(record['$id']?.value));
  const mirroredUpTo = run.state.counted?.lastId ?? 0;
  if (applied.displaced.some((id) => id <= mirroredUpTo)) sync.isDisplaced = true;
  const { counting } = sync;
  sync.counting = {
    records: counting.records + ids.filter((id) => id > counting.lastId).length,
    lastId: Math.max(counting.lastId, ...ids),
  };
  sync.after = ids.at(-1) ?? sync.after;
  if (isLast) sync.phase = (await needsSearch(sync, context)) ? 'searching' : 'done';
}

/** Whether the mirror is searched for what is gone: Kintone may count fewer up to the last `$id` than were read. */
async function needsSearch(sync: Sync, { app, run, budget }: SyncContext): Promise<boolean> {
  const { records, lastId } = sync.counting;
  const left = lastId === 0 ? 0 : await countRecords(app, lastId, budget());
  run.state.counted = { records: left, lastId };
  // Requests of another app are not those of this one.
  const comparesAll = sync.kind !== 'changes' && app !== 'requests';
  return comparesAll || left < records || sync.isDisplaced === true;
}

async function searchNextPart(sync: Sync, { app, run, budget, allowRemoval }: SyncContext): Promise<void> {
  const search = (sync.search ??= { scanned: 0, deleted: 0, gone: [] });
  const { mirrored, next } = await scanMirror(app, search.scan);
  const gone = await findGone(app, mirrored, budget());
  search.scanned += mirrored.length;
  search.deleted += gone.filter(({ now }) => now === undefined).length;
  search.gone = [...search.gone, ...gone].slice(0, mostKept);
  if (next) return void (search.scan = next);
  const { deleted, scanned } = search;
  const isLacking = run.state.moved === true && deleted > 0;
  const doubtful = !allowRemoval && (isLacking || isImplausible(deleted, scanned));
  delete run.state.doubt;
  if (!doubtful) delete run.state.moved;
  else
    run.state.doubt =
      `${deleted} of ${scanned} mirrored records are not there any more, so none was removed: ` +
      'are address, number and token the right ones? If so, allow the removal (docs/runbook.md, Job mirror-devices)';
  run.removed += await forget(
    app,
    search.gone.filter(({ now }) => now !== undefined || !doubtful),
  );
  if (doubtful || search.gone.length < mostKept) sync.phase = 'done';
  delete sync.search;
}

export interface MirrorOptions {
  /** Unix milliseconds at which it stops. */
  until: number;
  /** The time that one request may take. */
  budget: () => RecordsOptions & { until: number };
  /** Leaves the comparison of everything to another run. */
  changesOnly: boolean;
  /** Whether a person has allowed the removal, however many records are gone. */
  allowRemoval: boolean;
  keep: (state: AppState) => Promise<void>;
}

/**
 * Brings the mirror of one app up to date: first the form is compared, then changes are read, then, at night, a slice
 * of everything. Its progress is kept after each page, so an interrupted run loses nothing, and changes never wait for
 * the comparison of everything, which `changesOnly` leaves out.
 * @throws Misconfigured if the app lacks a field; Unavailable
 */
export async function mirrorApp(
  app: RecordAppKey,
  last: AppState | undefined,
  { until, budget, changesOnly, allowRemoval, keep }: MirrorOptions,
): Promise<AppRun> {
  const source = sourceOf(app);
  const name = `${recordApps[app].name} (app ${appOf(app).id})`;
  const form = await readForm(app, budget());
  if (form.missing.length > 0) throw new Misconfigured(new Error(`${name}: ${form.missing.join('; ')}`));

  const going = last?.changes?.phase !== 'done' && last?.source === source ? last.changes : undefined;
  const run: AppRun = {
    state: { skipped: [], ...last, source },
    changed: 0,
    removed: 0,
    problems: form.others.map((fault) => `${name}: ${fault}`),
  };
  const context: SyncContext = { app, run, until, budget, allowRemoval, keep: () => keep(run.state) };

  const next = going ?? nextChanges(last, source, clock.seconds());
  if (next.kind === 'new-app') {
    delete run.state.full;
    if (app === 'requests') run.state.moved = true;
  }
  const changes = await continueSync(next, 'changes', context);
  if (changes.phase === 'done' && changes.kind !== 'changes') run.state.fullAt = changes.startedAt;
  if (changes.phase === 'done' && !changesOnly) {
    const full = nextFull(app, run.state, clock.seconds());
    if (full) {
      run.state.fullAt = full.startedAt;
      await continueSync(full, 'full', context);
    }
  }
  if (run.state.doubt !== undefined) run.problems.push(`${name}: ${run.state.doubt}`);
  return run;
}
