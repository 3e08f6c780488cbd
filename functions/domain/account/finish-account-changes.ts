import { callOverAfter } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { readAccount } from '../../adapters/cognito/accounts';
import { readPartition } from '../../adapters/users-table/read-partition';
import { listUnfinished, removeUnfinished, type Unfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import { finishTokens } from '../session/end-tokens';
import { closeAccount, finishDeletion } from './delete-account';
import { settleEmail } from './settle-email';

export interface Finished {
  finished: number;
  /** To be tried again at the next run. */
  left: number;
}

/** Returns whether the change is finished. One that never happened is removed, and so counts as finished. */
async function finish(change: Unfinished): Promise<boolean> {
  if (change.kind === 'deletion') {
    if (await closeAccount(change.userId)) await finishDeletion(change.userId);
    return true;
  }
  if (change.kind === 'tokens') {
    await finishTokens(change.userId);
    return true;
  }
  const { shops } = await readPartition(change.userId, 'ownership');
  const account = await readAccount(change.userId);
  if (account?.email === change.newEmail) return settleEmail(change.userId, change.newEmail, shops);
  await removeUnfinished('email', change.userId);
  return true;
}

/** Finishes the account changes in which a call was interrupted, one after the other. Safe to repeat. */
export async function finishAccountChanges(): Promise<Finished> {
  const result: Finished = { finished: 0, left: 0 };
  for (const change of await listUnfinished(clock.seconds() - callOverAfter)) {
    const done = await finish(change).catch((error: unknown) => {
      logger.error('an account change could not be finished', {
        change: change.kind,
        userId: change.userId,
        error: error as Error,
      });
      return false;
    });
    result[done ? 'finished' : 'left'] += 1;
  }
  return result;
}
