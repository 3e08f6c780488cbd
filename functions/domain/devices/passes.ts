import type { RecordAppKey } from '#shared/model/record-system';
import type { AppState, Counted, Pass, PassKind } from '../../adapters/devices-table/sync-jobs';
import { lastNight } from '../nights';

/**
 * How far before the previous pass's start a pass over changes begins, in seconds. Kintone's 更新日時 is exact to the
 * minute, and its clock or index may lag; records read again cost no write.
 */
const overlap = 5 * 60;

const none: Counted = { records: 0, lastId: 0 };
const begin = (kind: PassKind, now: number, counting: Counted, since?: number): Pass => ({
  kind,
  startedAt: now,
  after: 0,
  phase: 'reading',
  counting,
  unplaced: [],
  ...(since !== undefined && { since }),
});

/**
 * The reading of changes that follows the last one. Everything is read instead if there was none, or if the app is
 * another one than before (`source`, its address).
 */
export function nextChanges(state: AppState | undefined, source: string, isEmpty: boolean, now: number): Pass {
  const last = state?.changes;
  if (!state || !last) return begin(isEmpty ? 'first' : 'full', now, none);
  if (state.source !== source) return begin('new-app', now, none);
  const since = Math.floor((last.startedAt - overlap) / 60) * 60;
  return begin('changes', now, state.counted ?? none, since);
}

/**
 * The comparison of everything that is under way or due: once a night, and when people have changed the app's form,
 * because renamed options leave no other trace. Undefined if there is nothing to compare. For requests, whose data are
 * our own, it only looks for deleted records.
 */
export function nextFull(app: RecordAppKey, state: AppState, formChanged: boolean, now: number): Pass | undefined {
  const isRequests = app === 'requests';
  if (state.full && state.full.phase !== 'done' && !formChanged) return state.full;
  const isDue = (formChanged && !isRequests) || (state.fullAt ?? 0) < lastNight(now);
  return isDue ? { ...begin('full', now, none), ...(isRequests && { phase: 'sweeping' }) } : undefined;
}
