import { CallError } from '#shared/errors';
import { readAccount } from '#functions/platform/cognito/accounts';
import { accessTokenOf } from '#functions/platform/cognito/own-account';
import { poolNameOf } from '#functions/platform/cognito/client';
import type { Caller } from '#functions/http/caller';
import { sessionGone } from './sessions';
import { leaseCredentials, type TakenLease } from '#functions/platform/leases';
import { enqueueEnding, tellOfChange, type ToldChange } from '#functions/sessions/end-interrupted';
import { endSessionsOf } from '#functions/sessions/end-sessions';
import { renewSession, type Renewed } from '#functions/sessions/open-session';
import { endEpoch, endEpochExcept } from '#functions/sessions/sessions-table';

/** Cognito's refresh token of the caller's session, if it has one. */
export const refreshTokenOf = ({ session, secret }: Pick<Caller, 'session' | 'secret'>): string | undefined =>
  session.sealedToken === undefined ? undefined : secret.unseal(session.sealedToken);

/**
 * The caller's access token, for operations that need it. A session without one gets RECENT_AUTHENTICATION_REQUIRED,
 * and the screen asks for the password, or, with an authenticator app, which a password alone does not replace,
 * MFA_RENEWAL_REQUIRED.
 */
export async function ownToken(caller: Caller): Promise<string> {
  const refreshToken = refreshTokenOf(caller);
  if (refreshToken === undefined) {
    const account = await readAccount(caller.userId);
    throw new CallError(account?.mfa ? 'MFA_RENEWAL_REQUIRED' : 'RECENT_AUTHENTICATION_REQUIRED');
  }
  const accessToken = await accessTokenOf(poolNameOf(caller.profile), refreshToken);
  if (accessToken !== undefined) return accessToken;
  throw await sessionGone(caller);
}

/**
 * Changes a credential, ends the user's other sessions and tells the user of `told`. The ending is enqueued before, so
 * that a cut ends this session too (decisions/sessions). `isOurs`: no reset has begun since. Throws CHANGE_IN_PROGRESS.
 */
async function changeExclusively<T>(
  caller: Caller,
  told: ToldChange | undefined,
  change: (isOurs: TakenLease['isOurs']) => Promise<T>,
  kept: (result: T) => string | undefined,
): Promise<T> {
  const { userId } = caller;
  await using lease = await leaseCredentials(userId);
  const withdrawEnding = await enqueueEnding(userId, told);
  const result = await change(lease.isOurs).catch(async (error: unknown) => {
    // A refused change changed nothing.
    if (error instanceof CallError) await withdrawEnding();
    throw error;
  });
  await endSessionsOf(userId, 'credentials', ({ secretHash }) => secretHash !== kept(result));
  if (told) await tellOfChange(told, caller.profile);
  await withdrawEnding();
  return result;
}

/** For a caller with recent authentication; the session continues in the next credential epoch (decisions/sessions). */
export const changeSecurely = <T>(caller: Caller, told: ToldChange | undefined, change: () => Promise<T>): Promise<T> =>
  changeExclusively(
    caller,
    told,
    async () => {
      const result = await change();
      const { userId, session } = caller;
      // A reset came in between or this session ended: the change is made, and this session ends too.
      if (!(await endEpochExcept(userId, session.epoch, [session.secretHash]))) await endEpoch(userId);
      return result;
    },
    () => caller.session.secretHash,
  );

/**
 * For a change that leaves the session another refresh token, which it returns; the session continues under a new
 * cookie. Undefined if a reset came in between or this session ended: the change is made, and no session continues.
 */
export function changeAndRenew(
  caller: Caller,
  told: ToldChange,
  change: (isOurs: TakenLease['isOurs']) => Promise<string | undefined>,
): Promise<Renewed | undefined> {
  const renewing = async (isOurs: TakenLease['isOurs']): Promise<Renewed | undefined> => {
    const renewed = await renewSession(caller, await change(isOurs), { endsOthers: true });
    if (!renewed) await endEpoch(caller.userId);
    return renewed;
  };
  return changeExclusively(caller, told, renewing, (renewed) => renewed?.secretHash);
}
