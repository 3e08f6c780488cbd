import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { readAccount } from '../../adapters/cognito/accounts';
import type { Failure } from '../../adapters/cognito/failure';
import { confirmContact } from '../../adapters/cognito/own-account';
import { newId } from '../../adapters/ids';
import type { ProfileItem } from '../../adapters/users-table/items';
import { enqueueUnfinished, removeUnfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';
import { changeSecurely } from '../security/change-securely';
import { ownToken } from '../security/own-token';
import { sessionGone } from '../security/session-gone';
import { accountOf, beginAttempt, withAttempt, limitedByCognito, type Attempt } from '../throttle/attempts';
import { waitingAddress } from './request-email-change';
import { settleEmail } from './settle-email';

async function refusal(failure: Failure, attempt: Attempt, caller: Caller): Promise<CallError> {
  if (failure === 'session-gone') {
    await attempt.withdrawn();
    return sessionGone(caller);
  }
  if (failure === 'taken') {
    await attempt.withdrawn();
    return new CallError('EMAIL_TAKEN');
  }
  await attempt.failed();
  if (failure === 'too-many') return limitedByCognito(failure);
  return new CallError(failure === 'expired-code' ? 'CODE_EXPIRED' : 'WRONG_CODE');
}

/** The address that Cognito has, if it is another one than the profile's. */
async function changedAddress({ userId, profile }: Caller): Promise<string | undefined> {
  const email = (await readAccount(userId))?.email;
  return email === profile.email.toLowerCase() ? undefined : email;
}

/**
 * Puts the new address in force with its code: in Cognito, in the profile, then in the bills of the user's shops. What
 * Cognito then has is the proven address: the waiting one is older if the response to a later request was lost. The
 * schedule finishes a change that was interrupted after Cognito or while Stripe is down. Returns the changed profile.
 */
export async function verifyEmailChange(caller: Caller, code: string, from: Origin): Promise<ProfileItem> {
  const { userId, profile } = caller;
  const waiting = await waitingAddress(caller);
  const token = await ownToken(caller);
  const attempt = await beginAttempt('email', accountOf(userId), from.address);
  const id = newId();
  const newEmail = await withAttempt(attempt, () =>
    changeSecurely(caller, async () => {
      const earlier = await enqueueUnfinished({ kind: 'email', userId, id, notedAt: clock.seconds() });
      const failure = await confirmContact(token, 'email', code);
      // A code that was right before, in a call that was interrupted, is refused now.
      const changed = failure === 'taken' ? undefined : await changedAddress(caller);
      if (changed !== undefined) return changed;
      if (!failure) return waiting;
      // An earlier change whose bills wait for Stripe is still to be finished.
      if (!earlier) await removeUnfinished({ kind: 'email', userId, id });
      throw await refusal(failure, attempt, caller);
    }),
  );
  logger.info('e-mail address changed');
  await attempt.succeeded();
  await settleEmail(profile, newEmail, id);
  return { ...profile, email: newEmail };
}
