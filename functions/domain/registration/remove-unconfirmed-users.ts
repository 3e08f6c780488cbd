import { clock } from '../../adapters/clock';
import { deleteAccount } from '../../adapters/cognito/accounts';
import { isUnconfirmed, unconfirmedUsers, type UnconfirmedUser } from '../../adapters/cognito/registration';
import { mayBeConfirmed } from '../../adapters/users-table/confirmation-mails';
import { accountOf } from '../limits/attempts';
import { logFailure } from '../log-failure';

/** How old a registration must be to be removed, in seconds: two days. */
const keptFor = 2 * 24 * 60 * 60;

export interface Removed {
  removed: number;
  /** To be tried again at the next run. */
  failed: number;
}

/**
 * A user is removed only while no code that could confirm them is valid, which is a day after the last mail. So no user
 * becomes confirmed between the check and the deletion.
 */
async function mayGo({ userId, email, createdAt }: UnconfirmedUser): Promise<boolean> {
  const now = clock.seconds();
  if (createdAt > now - keptFor) return false;
  if (await mayBeConfirmed(accountOf(email), now)) return false;
  return isUnconfirmed(userId);
}

/**
 * Deletes the users who did not confirm their registration within two days, one after the other. Safe to repeat: the
 * next run finds the users that the deadline left, or that moved to another page. `until` in unix milliseconds.
 */
export async function removeUnconfirmedUsers(until: number): Promise<Removed> {
  const result: Removed = { removed: 0, failed: 0 };
  for await (const user of unconfirmedUsers()) {
    if (clock.now() >= until) break;
    try {
      if (!(await mayGo(user))) continue;
      await deleteAccount(user.userId);
      result.removed += 1;
    } catch (error) {
      result.failed += 1;
      logFailure('an unconfirmed user could not be removed', { userId: user.userId }, error);
    }
  }
  return result;
}
