import { CallError } from '#shared/errors';
import { readAccount } from '#functions/platform/cognito/accounts';
import { accessTokenOf } from '#functions/platform/cognito/own-account';
import { poolNameOf } from '#functions/platform/cognito/client';
import type { Caller } from '#functions/http/caller';
import { sessionGone } from './own-sessions';
import { leaseCredentials } from '#functions/platform/leases';
import { endIfCut, tellOfChange, type ToldChange } from '#functions/sessions/end-interrupted';
import { endSessionsOf } from '#functions/sessions/end-sessions';
import { renewSession, type Renewed } from '#functions/sessions/open-session';
import { endEpoch, endEpochExcept, readEpoch } from '#functions/sessions/sessions-table';

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
 * that a cut ends this session too (decisions/sessions). Throws CHANGE_IN_PROGRESS while another change runs, and after
 * one that ended since the caller was authenticated.
 */
async function changeExclusively<T>(
  { userId, session, profile }: Caller,
  told: ToldChange | undefined,
  change: () => Promise<T>,
  kept: (result: T) => string | undefined,
): Promise<T> {
  await using _lease = await leaseCredentials(userId);
  if ((await readEpoch(userId)) !== session.epoch) throw new CallError('CHANGE_IN_PROGRESS');
  // Awaited under the lease.
  return await endIfCut(userId, told, async () => {
    const result = await change();
    await endSessionsOf(userId, 'credentials', ({ secretHash }) => secretHash !== kept(result));
    if (told) await tellOfChange(told, profile);
    return result;
  });
}

/** For a caller with recent authentication; the session continues in the next credential epoch (decisions/sessions). */
export const changeSecurely = <T>(caller: Caller, told: ToldChange | undefined, change: () => Promise<T>): Promise<T> =>
  changeExclusively(
    caller,
    told,
    async () => {
      const result = await change();
      const { userId, session } = caller;
      // This session ended in between: the change is made, and all sessions end.
      if (!(await endEpochExcept(userId, session.epoch, [session.secretHash]))) await endEpoch(userId);
      return result;
    },
    () => caller.session.secretHash,
  );

/** The same, and the session continues under a new cookie. Undefined if it ended in between: none continues then. */
export const changeAndRenew = (
  caller: Caller,
  told: ToldChange,
  change: () => Promise<void>,
): Promise<Renewed | undefined> =>
  changeExclusively(
    caller,
    told,
    async () => {
      await change();
      const renewed = await renewSession(caller, refreshTokenOf(caller), { endsOthers: true });
      if (!renewed) await endEpoch(caller.userId);
      return renewed;
    },
    (renewed) => renewed?.secretHash,
  );
