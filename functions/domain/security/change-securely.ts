import { CallError } from '#shared/errors';
import { leaseSeconds } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import {
  claimSessionEnding,
  releaseSessionEnding,
  removeClaimedSessionEnding,
} from '../../adapters/users-table/session-endings';
import type { Caller } from '../caller';
import { endOtherSessions } from '../session/end-sessions';
import { renewSession, type Renewed } from '../session/renew-session';

/**
 * Changes something by which a user is known and ends their other sessions. The ending is noted before and struck out
 * after, so that an interruption in between is made up for by the schedule, which then ends this session too
 * (docs/decisions/011). Of two such changes of a user at once the second is refused with CHANGE_IN_PROGRESS. `kept`
 * names the session that goes on.
 */
async function changeExclusively<T>(caller: Caller, change: () => Promise<T>, kept: (result: T) => string): Promise<T> {
  const { userId } = caller;
  const holder = newId();
  const now = clock.seconds();
  const claim = await claimSessionEnding(userId, holder, now, now - leaseSeconds);
  if (claim === 'refused') throw new CallError('CHANGE_IN_PROGRESS');
  const result = await change().catch(async (error: unknown) => {
    // What was refused has changed nothing, so nobody has to go, unless for what was interrupted before.
    if (error instanceof CallError && claim === 'claimed') await removeClaimedSessionEnding(userId, holder);
    else await releaseSessionEnding(userId, holder).catch(() => undefined);
    throw error;
  });
  await endOtherSessions(userId, kept(result));
  await removeClaimedSessionEnding(userId, holder);
  return result;
}

/** The change of a caller whose proof is fresh. */
export const changeSecurely = <T>(caller: Caller, change: () => Promise<T>): Promise<T> =>
  changeExclusively(caller, change, () => caller.session.secretHash);

/** A session that ended meanwhile cannot go on; the change stands, so that is no refusal of it. */
const notRefused = (error: unknown): never => {
  throw error instanceof CallError
    ? new Error('The session that changed the password ended meanwhile', { cause: error })
    : error;
};

/** A change that proves the password in the call; the session goes on under a new cookie. */
export function changeAndRenew(caller: Caller, change: () => Promise<{ refreshToken?: string }>): Promise<Renewed> {
  const renewing = async (): Promise<Renewed> => {
    const { refreshToken } = await change();
    return renewSession(caller, refreshToken).catch(notRefused);
  };
  return changeExclusively(caller, renewing, (renewed) => renewed.secretHash);
}
