import { recordApps, type RecordAppKey } from '#shared/model/record-system';
import { clock } from '../../adapters/clock';
import { isMirrorEmpty } from '../../adapters/devices-table/scan-mirror';
import type { AppState, Pass } from '../../adapters/devices-table/sync-jobs';
import { appOf, sourceOf } from '../../adapters/records/apps';
import { Misconfigured } from '../../adapters/records/failure';
import { readForm } from '../../adapters/records/read-form';
import { jobBudget } from '../../adapters/records/records-request';
import { nextChanges, nextFull } from './passes';
import { runPass, type AppRun, type PassContext } from './run-pass';

interface MirrorContext {
  /** Unix milliseconds at which it stops. */
  until: number;
  /** Whether a person has allowed the removal, however many records are gone. */
  allowRemoval: boolean;
  keep: (state: AppState) => Promise<void>;
}

/**
 * Brings the mirror of one app up to date: first the form is compared, then changes are read, then, at night or after a
 * change of the form, a slice of everything. Its progress is kept after each page, so an interrupted run loses nothing,
 * and changes never wait for the comparison of everything.
 * @throws Misconfigured if the app lacks a field; Unavailable
 */
export async function mirrorApp(
  app: RecordAppKey,
  last: AppState | undefined,
  { until, allowRemoval, keep }: MirrorContext,
): Promise<AppRun> {
  const source = sourceOf(app);
  const name = `${recordApps[app].name} (app ${appOf(app).id})`;
  const form = await readForm(app, jobBudget());
  if (form.missing.length > 0) throw new Misconfigured(new Error(`${name}: ${form.missing.join('; ')}`));

  const isEmpty = !last?.changes && (await isMirrorEmpty(app));
  const going = last?.changes?.phase !== 'done' && last?.source === source ? last.changes : undefined;
  const run: AppRun = {
    state: { skipped: [], ...last, source },
    changed: 0,
    removed: 0,
    problems: form.others.map((fault) => `${name}: ${fault}`),
  };
  const context: PassContext = { app, run, until, allowRemoval, keep: () => keep(run.state) };

  const next = going ?? nextChanges(last, source, isEmpty, clock.seconds());
  if (next.kind === 'new-app') delete run.state.full;
  const changes = await runPass(next, 'changes', context);
  if (changes.phase === 'done') {
    if (changes.kind !== 'changes') run.state.fullAt = changes.startedAt;
    const formChanged = run.state.form !== undefined && run.state.form !== form.revision;
    run.state.form = form.revision;
    const full = nextFull(app, run.state, formChanged, clock.seconds());
    if (full) await compareAll(full, context);
  }
  if (run.state.doubt !== undefined) run.problems.push(`${name}: ${run.state.doubt}`);
  return run;
}

async function compareAll(full: Pass, context: PassContext): Promise<void> {
  context.run.state.fullAt = full.startedAt;
  await runPass(full, 'full', context);
}
