import { callOverAfter } from '#shared/limits';
import { sum } from '#shared/sum';
import { clock } from '../../adapters/clock';
import { listDisabledUsers } from '../../adapters/cognito/accounts';
import { disabledUsersPlace } from '../../adapters/users-table/job-place';
import { endEpoch, endEpochExcept } from '../../adapters/users-table/epochs';
import { markDisabled } from '../../adapters/users-table/profiles';
import { readPartition } from '../../adapters/users-table/read-partition';
import {
  listSessionEndings,
  removeClaimedSessionEnding,
  type SessionEnding,
} from '../../adapters/users-table/session-endings';
import { workUntil } from '../work-until';
import { endSessionsOf } from './end-sessions';
import { endTokensLater } from './end-tokens';
import { logFailure } from '../log-failure';

/** Users worked on at the same time; most have no session, which is one read. */
const usersAtOnce = 8;

const onFailure = (userId: string, error: Error): void =>
  logFailure('the sessions of a user could not be ended', { userId }, error);

/** Ends the sessions of the users disabled in Cognito, from where the last run stopped; safe to repeat. */
async function ofDisabledUsers(until: number): Promise<{ disabled: number; failed: number }> {
  const done = { disabled: 0, failed: 0 };
  const begun = await disabledUsersPlace.read();
  let place = begun;
  do {
    const { userIds, next } = await listDisabledUsers(place);
    const { results, failed, left } = await workUntil(
      { until, atOnce: usersAtOnce },
      userIds,
      async (userId) => {
        await markDisabled(userId);
        return endSessionsOf(userId, 'user-disabled');
      },
      onFailure,
    );
    done.disabled += sum(results);
    done.failed += failed;
    if (left > 0) {
      await disabledUsersPlace.keep(place);
      return done;
    }
    place = next;
  } while (place !== undefined);
  if (begun !== undefined) await disabledUsersPlace.keep(undefined);
  return done;
}

/**
 * Ends the user's credential epoch except for the sessions that began after a time (unix seconds): their credentials
 * are the changed ones.
 */
async function endEpochUntil(userId: string, time: number): Promise<void> {
  const { profile, sessions } = await readPartition(userId, 'ownership');
  const epoch = profile?.epoch ?? 0;
  const later = sessions.filter((one) => one.createdAt > time && (one.epoch ?? 0) === epoch);
  const hashes = later.map(({ secretHash }) => secretHash);
  if (!(await endEpochExcept(userId, epoch, hashes))) await endEpoch(userId);
}

/**
 * Finishes what an interrupted call began: ends the sessions that began until a minute after the change. Their tokens
 * are left to a task.
 */
async function finishEnding({ userId, holder, notedAt }: SessionEnding): Promise<number> {
  await endEpochUntil(userId, notedAt + callOverAfter);
  const ended = await endSessionsOf(userId, 'credentials', notedAt + callOverAfter);
  await endTokensLater.enqueue({ userId });
  await removeClaimedSessionEnding(userId, holder);
  return ended;
}

/**
 * Ends sessions that should no longer exist, until `until` (unix milliseconds); the next run goes on. Returns how many
 * of each kind, and for how many users it failed.
 */
export async function endStaleSessions(
  until: number,
): Promise<{ interrupted: number; disabled: number; failed: number }> {
  const { results, failed } = await workUntil(
    { until, atOnce: usersAtOnce },
    await listSessionEndings(clock.seconds() - callOverAfter),
    finishEnding,
    ({ userId }, error) => onFailure(userId, error),
  );
  const ofDisabled = await ofDisabledUsers(until);
  return {
    interrupted: sum(results),
    disabled: ofDisabled.disabled,
    failed: failed + ofDisabled.failed,
  };
}
