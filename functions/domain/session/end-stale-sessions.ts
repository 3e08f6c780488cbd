import { sum } from '#shared/sum';
import { listDisabledUsers } from '../../adapters/cognito/accounts';
import { disabledUsersPlace } from '../../adapters/users-table/job-place';
import { markDisabled } from '../../adapters/users-table/profiles';
import { workUntil } from '../work-until';
import { endSessionsOf } from './end-sessions';
import { logFailure } from '../log-failure';

/** Users worked on at the same time; most have no session, which is one read. */
const usersAtOnce = 8;

const onFailure = (userId: string, error: Error): void =>
  logFailure('the sessions of a user could not be ended', { userId }, error);

/** Ends the sessions of the users disabled in Cognito, from where the last run stopped; safe to repeat. */
export async function endDisabledSessions(until: number): Promise<{ disabled: number; failed: number }> {
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
