import { CallError, errors } from '#shared/errors';
import { readAccount, setPassword, setSecondStep, type Account } from '#functions/platform/cognito/accounts';
import { codeLifetime } from '#functions/platform/cognito/client';
import type { Failure } from '#functions/platform/cognito/failure';
import { confirmReset } from '#functions/platform/cognito/registration';
import { changeProfile, readAddress } from './profiles-table';
import { readResetAt } from './registrations-table';
import { clock } from '#functions/platform/clock';
import { readUser } from '#functions/platform/users-table';
import type { Viewer } from '#functions/http/caller';
import { requestCode, sendReset } from './codes';
import { enqueueAccountNotice } from '#functions/mails/notices-table';
import { refuseWeakPassword } from './passwords';
import { parseLinkToken } from './link-token';
import { endInvitation, noteArrival, readInvitation } from '#functions/move-in/move-in-table';
import { waitForCredentials } from '#functions/platform/leases';
import { endIfCut } from '#functions/sessions/end-interrupted';
import { endSessionsOf } from '#functions/sessions/end-sessions';
import { knownBrowser, rememberOnly } from '#functions/sessions/known-browsers';
import { accountOf, clearFailures, withAttempt, limitedByCognito } from '#functions/limits/attempts';
import { consume } from '#functions/limits/limits';
import { logger } from '#functions/platform/logger';
import { isAtWork } from '#functions/platform/once';
import { endEpoch } from '#functions/sessions/sessions-table';
import { deleteRecoveryCodes } from '#functions/security/recovery-codes-table';

/** Has a link for a new password mailed, alike for every address. A browser known as its user's counts for itself. */
export async function requestReset(email: string, from: Viewer, browserCookie: string | undefined): Promise<void> {
  const known = await knownBrowser(browserCookie, email);
  const use = { kind: 'reset', of: { receiver: known ?? accountOf(email) } } as const;
  await consume(use, ...(known === undefined ? [{ kind: 'mail', of: { network: from.address } } as const] : []));
  await requestCode({ kind: 'reset', email }, () => sendReset(email));
}

interface Reset {
  token: string;
  password: string;
  /** Whether the second step is to be removed too, if the account has no shop. */
  removesSecondStep: boolean;
  from: Viewer;
}

type SecondStep = 'removed' | 'kept' | undefined;

interface Done {
  secondStep: SecondStep;
  /** The value of the cookie by which the browser is known; undefined if it is not. */
  browser: string | undefined;
}

function refusal(failure: Failure): CallError {
  if (failure === 'weak-password')
    return new CallError('WEAK_PASSWORD', { fields: { password: errors.WEAK_PASSWORD.text } });
  if (failure === 'too-many' || failure === 'locked') return limitedByCognito(failure);
  return new CallError(failure === 'expired-code' ? 'LINK_EXPIRED' : 'LINK_INVALID');
}

/** Returns the account if the password is strong enough; a weak one uses up neither the link nor an attempt. */
async function requireStrongPassword(poolName: string, password: string): Promise<Account | undefined> {
  const account = await readAccount(poolName);
  refuseWeakPassword('password', password, account ?? { email: '', username: '' });
  return account;
}

/**
 * Removes a second step that was set up by somebody who registered with another person's address, and its recovery
 * codes. An account that has a shop, or is about to have one, keeps them, because access to the mailbox alone must not
 * be enough there.
 */
async function removeSecondStep(account: Account, shops: readonly unknown[]): Promise<SecondStep> {
  const { userId, mfa } = account;
  if (mfa === undefined) return undefined;
  if (shops.length > 0 || (await isAtWork(userId))) return 'kept';
  if (!(await setSecondStep(userId, undefined))) return undefined;
  await deleteRecoveryCodes(userId);
  await enqueueAccountNotice('mfa-disabled', account);
  logger.warn('second step removed by a reset', { userId, method: mfa });
  return 'removed';
}

type Link = NonNullable<ReturnType<typeof parseLinkToken>>;

/**
 * Whether a link may have been mailed to a former address of the account: Cognito's codes outlive its change. Then only
 * one counts that was asked for since; where the profile lacks the address yet, at the address itself.
 */
async function isOfFormerAddress({ userId, email }: Account): Promise<boolean> {
  const oldest = clock.seconds() - codeLifetime.reset;
  const { email: known = email, emailChangedAt = 0 } = await readAddress(userId);
  const changedAt = known.toLowerCase() === email ? emailChangedAt : oldest;
  return changedAt >= oldest && (await readResetAt(accountOf(email))) <= changedAt;
}

/** Sets the password if the link proves who asks; undefined if it was set. The lease of the credentials is held. */
async function confirm(link: Link, account: Account | undefined, password: string): Promise<Failure | undefined> {
  if (link.code !== undefined)
    return account && (await isOfFormerAddress(account))
      ? 'wrong-code'
      : confirmReset(link.userId, link.code, password);
  const invitation = account && (await readInvitation(account, link.secret));
  if (invitation !== 'valid') return invitation === 'expired' ? 'expired-code' : 'wrong-code';
  const failure = await setPassword(link.userId, password);
  if (!failure) await endInvitation(link.secret);
  return failure;
}

/**
 * Sets a new password with the token of a mailed link and ends all that rests on the old one; the credential epoch ends
 * after Cognito's change, so that no sign-in with the old one reads the new epoch (decisions/sessions). Returns
 * whether a second step was removed as requested, and the browser's cookie: strangers who guess passwords do not keep
 * its user waiting then. Throws CHANGE_IN_PROGRESS while another change goes on for 6 s.
 */
export async function resetPassword({ token, password, removesSecondStep, from }: Reset): Promise<Done> {
  const link = parseLinkToken(token);
  if (!link) throw new CallError('LINK_INVALID');
  // Cognito's name of the user; an invitation is made for an own id.
  const { userId: poolName } = link;
  return withAttempt({ kind: 'reset', account: accountOf(poolName), address: from.address }, async (attempt) => {
    const { userId = poolName } = (await requireStrongPassword(poolName, password)) ?? {};
    // The link is not used up yet, so that whoever is refused can try again.
    await using _lease = await waitForCredentials(userId);
    // Read again: a change that ran meanwhile may have given the account another address than the link's.
    const account = await readAccount(poolName);
    // Awaited under the lease.
    return await endIfCut(userId, { kind: 'password-changed' }, async () => {
      const failure = await confirm(link, account, password);
      if (failure) {
        await (failure === 'weak-password' ? attempt.withdrawn() : attempt.failed());
        logger.warn('reset refused', { userId, reason: failure, from: from.address });
        throw refusal(failure);
      }
      await noteArrival(userId);
      await endEpoch(userId);
      const browser = await rememberOnly(userId, account?.email ?? '');
      await endSessionsOf(userId, 'credentials');
      const { profile, shops } = await readUser(userId, 'ownership');
      const secondStep = removesSecondStep && account ? await removeSecondStep(account, shops) : undefined;
      if (profile) await enqueueAccountNotice(profile.restored ? 'account-restored' : 'password-changed', profile);
      if (profile?.restored) await changeProfile(userId, { restored: null });
      await Promise.all([attempt.succeeded(), ...(profile ? [clearFailures('signin', accountOf(profile.email))] : [])]);
      logger.info('password reset', { userId, from: from.address });
      return { secondStep, browser };
    });
  });
}
