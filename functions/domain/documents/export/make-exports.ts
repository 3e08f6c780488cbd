import { jobLeaseSeconds } from '#shared/limits';
import { clock } from '../../../adapters/clock';
import { listUnfinishedExports } from '../../../adapters/users-table/document-exports';
import { logger } from '../../../runtime/logger';
import { workUntil } from '../../work-until';
import { makeExport, type Outcome } from './make-export';

/** Exports made at the same time: each holds a part of its ZIP, and ten documents, in memory. */
const atOnce = 3;

/** Goes on with the exports that no request finished. `until` in unix milliseconds. */
export async function makeExports(until: number): Promise<Record<Outcome, number>> {
  const outcomes: Record<Outcome, number> = { done: 0, left: 0, gone: 0, failed: 0 };
  const { results, failed, left } = await workUntil(
    { until, atOnce },
    await listUnfinishedExports(),
    (entry) => makeExport(entry, { until, claimedUntil: clock.seconds() + jobLeaseSeconds }),
    ({ userId, exportId }, error) => logger.error('an export could not be taken', { userId, exportId, error }),
  );
  for (const outcome of results) outcomes[outcome] += 1;
  return { ...outcomes, failed: outcomes.failed + failed, left: outcomes.left + left };
}
