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
import { renewSession, type Renewed } from '../session/open-session';

/** Whether no reset has begun since the change did. */
export type Held = () => Promise<boolean>;

/** Begins what no other change of the user may meet; refuses with CHANGE_IN_PROGRESS while another one runs. */
async function beginAlone(userId: string): Promise<{ holder: string; inherits: boolean }> {
  const holder = newId();
  const now = clock.seconds();
  const claim = await claimSessionEnding(userId, holder, now, now - leaseSeconds);
  if (claim === 'refused') throw new CallError('CHANGE_IN_PROGRESS');
  return { holder, inherits: claim === 'inherited' };
}

/** Ends it without any session: they stay, unless an earlier interrupted change is still to be finished. */
const leaveSessions = (userId: string, { holder, inherits }: { holder: string; inherits: boolean }): Promise<void> =>
  inherits ? releaseSessionEnding(userId, holder) : removeClaimedSessionEnding(userId, holder);

/**
 * For work that changes no credential in force and that no such change may meet: a number typed while SMS is set up.
 * No session ends, whatever becomes of it; only a call that is killed leaves its entry to the schedule, which ends
 * them.
 */
export async function workAlone<T>({ userId }: Caller, work: () => Promise<T>): Promise<T> {
  const begun = await beginAlone(userId);
  try {
    return await work();
  } finally {
    await leaveSessions(userId, begun);
  }
}

/**
 * Changes a credential and ends the user's other sessions. The ending is enqueued before and removed after, so that the
 * schedule finishes an interrupted one and then ends this session too (decisions/sessions). If a user makes two changes
 * at once, the second is refused with CHANGE_IN_PROGRESS. `kept` returns the hash of the session that stays.
 */
async function changeExclusively<T>(
  caller: Caller,
  change: (held: Held) => Promise<T>,
  kept: (result: T) => string | undefined,
): Promise<T> {
  const { userId } = caller;
  const begun = await beginAlone(userId);
  const { holder } = begun;
  const held = () => holdsSessionEnding(userId, holder);
  const result = await change(held).catch(async (error: unknown) => {
    // A refused change changed nothing.
    if (error instanceof CallError) await leaveSessions(userId, begun);
    else await releaseSessionEnding(userId, holder).catch(() => undefined);
    throw error;
  });
  await endSessionsBut(userId, kept(result), 'credentials');
  await removeClaimedSessionEnding(userId, holder);
  return result;
}

/** For a caller with recent authentication; the session continues in the next credential epoch (decisions/sessions). */
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
