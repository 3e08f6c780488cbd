import { CallError } from '../../../shared/errors';
import { clock } from '../../adapters/clock';
import { noteSessionEnding, strikeSessionEnding } from '../../adapters/users-table/session-endings';
import type { Caller } from '../../runtime/request';
import { endOtherSessions } from '../session/end-sessions';
import { renewSession, type Renewed } from '../session/renew-session';

/** A refused change has changed nothing, so nobody has to go. */
async function orStrike<T>(userId: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof CallError) await strikeSessionEnding(userId);
    throw error;
  }
}

/**
 * Changes something by which a user is known and ends their other sessions. The ending is noted before and struck out after, so
 * that an interruption in between is made up for by the schedule, which then ends this session too (docs/decisions/011).
 */
export async function changeSecurely<T>(caller: Caller, change: () => Promise<T>): Promise<T> {
  await noteSessionEnding(caller.userId, clock.seconds());
  const result = await orStrike(caller.userId, change);
  await endOtherSessions(caller.userId, caller.session.secretHash);
  await strikeSessionEnding(caller.userId);
  return result;
}

/** The same for a change that proves the password in the call; the session goes on under a new cookie. */
export async function changeAndRenew(caller: Caller, change: () => Promise<{ refreshToken?: string }>): Promise<Renewed> {
  await noteSessionEnding(caller.userId, clock.seconds());
  const { refreshToken } = await orStrike(caller.userId, change);
  const renewed = await renewSession(caller, refreshToken);
  await endOtherSessions(caller.userId, renewed.secretHash);
  await strikeSessionEnding(caller.userId);
  return renewed;
}
