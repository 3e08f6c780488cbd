import { sum } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import { deleteAccount, isUnconfirmed, listUsers, type ListedUser } from '#functions/platform/cognito/accounts';
import { mayBeConfirmed } from './registrations-table';
import { markDisabled } from './profiles-table';
import { checkMailboxes } from '#functions/mails/mailboxes';
import { accountOf } from '#functions/limits/attempts';
import { logFailure } from '#functions/platform/logger';
import { endSessionsOf } from '#functions/sessions/end-sessions';
import { workUntil } from '#functions/platform/map-with-limit';

/** How old a registration must be to be removed, in seconds: two days. */
const keptFor = 2 * 24 * 60 * 60;
/** Users worked on at the same time. */
const usersAtOnce = 8;

/** Ends the sessions of a user who was disabled in Cognito; most have none. Returns how many. */
async function signOut({ userId }: ListedUser): Promise<number> {
  await markDisabled(userId);
  return endSessionsOf(userId, 'user-disabled');
}

/**
 * Deletes a user who did not confirm their registration within two days, but only while no code that could confirm them
 * is valid, which is a day after the last mail. So no user becomes confirmed between the check and the deletion.
 * Returns how many were deleted.
 */
async function remove({ userId, email, createdAt }: ListedUser): Promise<number> {
  const now = clock.seconds();
  if (createdAt > now - keptFor || (await mayBeConfirmed(accountOf(email), now)) || !(await isUnconfirmed(userId)))
    return 0;
  await deleteAccount(userId);
  return 1;
}

/**
 * Ends the sessions of users who were disabled in Cognito, deletes unconfirmed ones, until `until` (unix milliseconds),
 * then looks which addresses get no mail any more. Returns how many. Safe to repeat: the next run finds who is left.
 */
export async function checkUsers(until: number): Promise<{ ended: number; removed: number; failed: number }> {
  let failed = 0;
  async function each(which: Parameters<typeof listUsers>[0], work: typeof remove, failure: string): Promise<number> {
    let done = 0;
    for await (const users of listUsers(which)) {
      if (clock.now() >= until) break;
      const onFailure = ({ userId }: ListedUser, error: Error) => logFailure(failure, { userId }, error);
      const worked = await workUntil({ until, atOnce: usersAtOnce }, users, work, onFailure);
      done += sum(worked.results);
      failed += worked.failed;
    }
    return done;
  }
  const ended = await each('Disabled', signOut, 'the sessions of a user could not be ended');
  const removed = await each('UNCONFIRMED', remove, 'an unconfirmed user could not be removed');
  await checkMailboxes(until);
  return { ended, removed, failed };
}
