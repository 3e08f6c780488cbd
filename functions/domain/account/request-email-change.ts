import { CallError, errors } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { beginEmailChange } from '../../adapters/cognito/own-account';
import { putEmailChange, readEmailChange } from '../../adapters/users-table/email-changes';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';
import { ownToken } from '../security/own-token';
import { sessionGone } from '../security/session-gone';
import { accountOf, limitedByCognito } from '../throttle/attempts';
import { countMail } from '../throttle/messages';

/** Cognito's code for a new address is valid for 24 hours (developer guide, "Code quotas"); in seconds. */
const codeLifetime = 24 * 60 * 60;

/**
 * Has a code mailed. Counted for the receiver, and for the caller and their network: accounts are free, and their
 * holder could otherwise have mails sent to any number of strangers, and find out which addresses are taken.
 */
async function mailCode(caller: Caller, newEmail: string, from: Origin): Promise<void> {
  const token = await ownToken(caller);
  await countMail(accountOf(caller.userId));
  await countMail(accountOf(newEmail), from.address);
  const failure = await beginEmailChange(token, newEmail);
  if (failure === 'taken') {
    logger.warn('a taken address was asked for', { account: accountOf(newEmail) });
    throw new CallError('EMAIL_TAKEN', { fields: { newEmail: errors.EMAIL_TAKEN.text } });
  }
  if (failure === 'session-gone') throw await sessionGone(caller);
  if (failure === 'too-many') throw limitedByCognito(failure);
  if (failure) throw new CallError('CODE_DELIVERY_FAILED', { cause: new Error(failure) });
  await putEmailChange(caller.userId, { newEmail, expiresAt: clock.seconds() + codeLifetime });
}

/** Begins a change of the e-mail address; the old one stays in force until the code is given. */
export async function requestEmailChange(caller: Caller, newEmail: string, from: Origin): Promise<void> {
  if (newEmail === caller.profile.email)
    throw new CallError('INVALID_INPUT', { fields: { newEmail: '現在のメールアドレスと同じです' } });
  await mailCode(caller, newEmail, from);
}

/** The new address that waits for its code. */
export async function waitingAddress(caller: Caller): Promise<string> {
  const change = await readEmailChange(caller.userId);
  if (!change || change.expiresAt <= clock.seconds()) throw new CallError('EMAIL_CHANGE_NOT_FOUND');
  return change.newEmail;
}

/** Mails the code again, only to the address for which the change was requested and the password proven. */
export async function resendEmailChange(caller: Caller, newEmail: string, from: Origin): Promise<void> {
  if ((await waitingAddress(caller)) !== newEmail) throw new CallError('EMAIL_CHANGE_NOT_FOUND');
  await mailCode(caller, newEmail, from);
}
