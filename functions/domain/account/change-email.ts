import { CallError } from '../../../shared/errors';
import { clock } from '../../adapters/clock';
import type { Failure } from '../../adapters/cognito/failure';
import { beginEmailChange, confirmContact } from '../../adapters/cognito/own-account';
import { putEmailChange, readEmailChange } from '../../adapters/users-table/email-changes';
import type { ProfileItem } from '../../adapters/users-table/items';
import { noteUnfinished, strikeUnfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../../runtime/request';
import { queueNotice } from '../notices/queue-notice';
import { changeSecurely } from '../security/change-securely';
import { ownToken } from '../security/own-token';
import { accountOf, beginTry, clearSendings, countSending, during, heldBack, type Try } from '../throttle/tries';
import { settleEmail } from './settle-email';

/** Cognito's code for a new address lives 24 hours (developer guide, "Code quotas"); seconds. */
const codeLifetime = 24 * 60 * 60;

/** Has a code mailed; counted for the receiver and for the one who asks, who could else learn which addresses are taken. */
async function mailCode(caller: Caller, newEmail: string): Promise<void> {
  const token = await ownToken(caller);
  await countSending('mail', accountOf(caller.userId));
  await countSending('mail', accountOf(newEmail));
  const failure = await beginEmailChange(token, newEmail);
  if (failure === 'taken') {
    logger.warn('a taken address was asked for', { account: accountOf(newEmail) });
    throw new CallError('EMAIL_TAKEN', { fields: { newEmail: 'このメールアドレスはすでに使用されています。' } });
  }
  if (failure === 'too-many') throw heldBack();
  if (failure) throw new CallError('CODE_DELIVERY_FAILED', { cause: new Error(failure) });
  await putEmailChange(caller.userId, { newEmail, expiresAt: clock.seconds() + codeLifetime });
}

/** Begins a change of the e-mail address; the old one stays in force until the code came back. */
export async function requestEmailChange(caller: Caller, newEmail: string): Promise<void> {
  if (newEmail === caller.profile.email) throw new CallError('INVALID_INPUT', { fields: { newEmail: '現在のメールアドレスと同じです' } });
  await mailCode(caller, newEmail);
}

/** The new address that waits for its code. */
async function waiting(caller: Caller): Promise<string> {
  const change = await readEmailChange(caller.userId);
  if (!change || change.expiresAt <= clock.seconds()) throw new CallError('EMAIL_CHANGE_NOT_FOUND');
  return change.newEmail;
}

/** Mails the code again; to the address that waits and no other, for which a fresh proof was given. */
export async function resendEmailChange(caller: Caller, newEmail: string): Promise<void> {
  if ((await waiting(caller)) !== newEmail) throw new CallError('EMAIL_CHANGE_NOT_FOUND');
  await mailCode(caller, newEmail);
}

async function refusal(failure: Failure, one: Try): Promise<CallError> {
  if (failure === 'taken') {
    await one.withdrawn();
    return new CallError('EMAIL_TAKEN');
  }
  await one.failed();
  if (failure === 'too-many') return heldBack();
  return new CallError(failure === 'expired-code' ? 'CODE_EXPIRED' : 'WRONG_CODE');
}

/**
 * Puts the new address in force with its code: in Cognito, in the profile, then on the bills of the user's shops. What is
 * interrupted after Cognito, or while Stripe is down, is finished by the schedule. Answers the profile after it.
 */
export async function confirmEmailChange(caller: Caller, code: string, from: Origin): Promise<ProfileItem> {
  const { userId, profile } = caller;
  const newEmail = await waiting(caller);
  const token = await ownToken(caller);
  const one = await beginTry('email', accountOf(userId), from.address);
  await during(one, async () => {
    await noteUnfinished({ kind: 'email', userId, newEmail, notedAt: clock.seconds() });
    await changeSecurely(caller, async () => {
      const failure = await confirmContact(token, 'email', code);
      if (!failure) return;
      await strikeUnfinished('email', userId);
      throw await refusal(failure, one);
    });
  });
  logger.info('e-mail address changed');
  await Promise.all([one.succeeded(), clearSendings('mail', accountOf(userId))]);
  await settleEmail(userId, newEmail, caller.shops.map((shop) => shop.customerId));
  await queueNotice('email-changed', profile);
  return { ...profile, email: newEmail };
}
