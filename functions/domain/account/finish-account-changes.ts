import { callOverAfter } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { readAccount } from '../../adapters/cognito/accounts';
import { readPartition } from '../../adapters/users-table/read-partition';
import { listUnfinished, removeUnfinished, type Unfinished } from '../../adapters/users-table/unfinished';
import { finishTokens } from '../session/end-tokens';
import { workUntil } from '../work-until';
import { closeAccount, finishDeletion } from './delete-account';
import { settleEmail } from './change-email';
import { logFailure } from '../log-failure';

export interface Finished {
  finished: number;
  /** To be tried again at the next run. */
  left: number;
}

/** Returns whether the change is finished. A change that never happened is removed, and so counts as finished. */
async function finish(change: Unfinished): Promise<boolean> {
  const { kind, userId, id } = change;
  if (kind === 'deletion') {
    if (await closeAccount(userId)) await finishDeletion(change);
    return true;
  }
  if (kind === 'tokens') {
    await finishTokens(change);
    return true;
  }
  const { profile } = await readPartition(userId, 'ownership');
  const account = await readAccount(userId);
  // Whichever address Cognito has is in force; the bills may wait for it although the profile has it.
  if (account && profile) return settleEmail(profile, account.email, id);
  await removeUnfinished(change);
  return true;
}

/** Changes finished at the same time; one of an owner with many shops takes long. */
const changesAtOnce = 4;

/**
 * Finishes the account changes in which a call was interrupted, until `until` (unix milliseconds). Safe to repeat; the
 * next run goes on with what is left.
 */
export async function finishAccountChanges(until: number): Promise<Finished> {
  const { results, failed, left } = await workUntil(
    { until, atOnce: changesAtOnce },
    await listUnfinished(clock.seconds() - callOverAfter),
    finish,
    ({ kind, userId }, error) => logFailure('an account change could not be finished', { change: kind, userId }, error),
  );
  const finished = results.filter(Boolean).length;
  return { finished, left: results.length - finished + failed + left };
}
