import { clock } from '../../adapters/clock';
import { leaveHint, takeHint } from '../../adapters/devices-table/sync-hint';
import { logger } from '../../runtime/logger';
import { runSync } from './run-sync';

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
  for (const run of runs)
    if (run.status === 'rejected') logger.warn('a hinted sync failed', { error: run.reason as Error });
    else {
      changed += run.value.changed;
      busy ||= run.value.busy;
    }
  if (busy) await leaveHint(clock.seconds());
  return { hinted: true, changed };
}
