import { CallError } from '#shared/errors';
import { leaseSeconds } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { endEpoch, endEpochExcept, endEpochReplacing } from '../../adapters/users-table/epochs';
import { holdsLease, releaseLease, seizeLease, takeLease } from '../../adapters/users-table/leases';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { enqueueEnding } from '../session/end-interrupted';
import { endSessionsBut } from '../session/end-sessions';
import { renewSession, type Renewed } from '../session/open-session';

/** Whether no reset has begun since the change did. */
export type Held = () => Promise<boolean>;

const credentials = 'credentials';
const leaseEnd = (): number => clock.now() + leaseSeconds * 1000;

/**
 * The lease of a user's credentials until the end of the caller's block, so that no other change meets this one;
 * refuses with CHANGE_IN_PROGRESS while another one runs.
 */
async function leaseCredentials(userId: string): Promise<AsyncDisposable & { held: Held }> {
  const holder = newId();
  const isTaken = await takeLease(userId, credentials, holder, clock.now(), leaseEnd());
  if (!isTaken) throw new CallError('CHANGE_IN_PROGRESS');
  return {
    held: () => holdsLease(userId, credentials, holder),
    [Symbol.asyncDispose]: () =>
      releaseLease(userId, credentials, holder).catch((error: unknown) =>
        logger.warn('credentials stay held until their lease ends', { userId, error: error as Error }),
      ),
  };
}

/**
 * Takes the lease of a user's credentials from any change that runs: a reset proves the mailbox. Returns how to release
 * it, and how to give it back after a refusal.
 */
export async function seizeCredentials(
  userId: string,
): Promise<{ release: () => Promise<void>; giveBack: () => Promise<void> }> {
  const holder = newId();
  const former = await seizeLease(userId, credentials, { holder, leaseUntil: leaseEnd() });
  return {
    release: () => releaseLease(userId, credentials, holder),
    giveBack: () => releaseLease(userId, credentials, holder, former),
  };
}

/**
 * For work that changes no credential in force and that no such change may meet: a number typed while SMS is set up.
 * No session ends.
 */
export async function workAlone<T>({ userId }: Caller, work: () => Promise<T>): Promise<T> {
  await using _lease = await leaseCredentials(userId);
  return await work();
}

/**
 * Changes a credential and ends the user's other sessions. The ending is enqueued before and removed after, so that an
 * interrupted one is finished and then ends this session too (decisions/sessions). If a user makes two changes
 * at once, the second is refused with CHANGE_IN_PROGRESS. `kept` returns the hash of the session that stays.
 */
async function changeExclusively<T>(
  caller: Caller,
  change: (held: Held) => Promise<T>,
  kept: (result: T) => string | undefined,
): Promise<T> {
  const { userId } = caller;
  await using lease = await leaseCredentials(userId);
  const withdrawEnding = await enqueueEnding(userId);
  const result = await change(lease.held).catch(async (error: unknown) => {
    // A refused change changed nothing.
    if (error instanceof CallError) await withdrawEnding();
    throw error;
  });
  await endSessionsBut(userId, kept(result), 'credentials');
  await withdrawEnding();
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
