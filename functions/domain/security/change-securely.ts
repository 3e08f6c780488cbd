import { CallError } from '#shared/errors';
import { leaseSeconds } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { endEpoch, endEpochExcept, endEpochReplacing } from '../../adapters/users-table/epochs';
import {
  claimSessionEnding,
  releaseSessionEnding,
  holdsSessionEnding,
  removeClaimedSessionEnding,
} from '../../adapters/users-table/session-endings';
import type { Caller } from '../caller';
import { endSessionsBut } from '../session/end-sessions';
import { renewSession, type Renewed } from '../session/renew-session';

/** Whether no reset has begun since the change did. */
export type Held = () => Promise<boolean>;

/**
 * Changes a credential and ends the user's other sessions. The ending is enqueued before and removed after, so that the
 * schedule finishes an interrupted one and then ends this session too (decision 011). If a user makes two changes at
 * once, the second is refused with CHANGE_IN_PROGRESS. `kept` returns the hash of the session that stays.
 */
async function changeExclusively<T>(
  caller: Caller,
  change: (held: Held) => Promise<T>,
  kept: (result: T) => string | undefined,
): Promise<T> {
  const { userId } = caller;
  const holder = newId();
  const now = clock.seconds();
  const claim = await claimSessionEnding(userId, holder, now, now - leaseSeconds);
  if (claim === 'refused') throw new CallError('CHANGE_IN_PROGRESS');
  const held = () => holdsSessionEnding(userId, holder);
  const result = await change(held).catch(async (error: unknown) => {
    // A refused change changed nothing, so sessions stay, unless an earlier interrupted change is still to be finished.
    if (error instanceof CallError && claim === 'claimed') await removeClaimedSessionEnding(userId, holder);
    else await releaseSessionEnding(userId, holder).catch(() => undefined);
    throw error;
  });
  await endSessionsBut(userId, kept(result), 'credentials');
  await removeClaimedSessionEnding(userId, holder);
  return result;
}

/** For a caller with recent authentication; the session continues in the next credential epoch (decision 039). */
export const changeSecurely = <T>(caller: Caller, change: () => Promise<T>): Promise<T> =>
  changeExclusively(
    caller,
    async () => {
      const result = await change();
      const { userId, session } = caller;
      // A reset came in between or this session ended: the change is made, and this session ends too.
      if (!(await endEpochExcept(userId, session.epoch ?? 0, [session.secretHash]))) await endEpoch(userId);
      return result;
    },
    () => caller.session.secretHash,
  );

/**
 * For a change that proves the password itself; the session continues under a new cookie. Undefined if a reset came in
 * between or this session ended: the change is made, and no session continues.
 */
export function changeAndRenew(
  caller: Caller,
  change: (held: Held) => Promise<{ refreshToken?: string }>,
): Promise<Renewed | undefined> {
  const renewing = async (held: Held): Promise<Renewed | undefined> => {
    const { refreshToken } = await change(held);
    const renewed = await renewSession(caller, refreshToken, endEpochReplacing);
    if (!renewed) await endEpoch(caller.userId);
    return renewed;
  };
  return changeExclusively(caller, renewing, (renewed) => renewed?.secretHash);
}
