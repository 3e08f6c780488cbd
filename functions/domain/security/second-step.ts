import { CallError } from '#shared/errors';
import { toInternationalPhone } from '#shared/model/phone';
import type { MfaMethod } from '#shared/model/security';
import { readAccount, setSecondStep, updateAccount, type Account } from '../../adapters/cognito/accounts';
import type { Failure } from '../../adapters/cognito/failure';
import { confirmApp, confirmContact, newAppSecret, sendPhoneCode } from '../../adapters/cognito/own-account';
import { changeProfile } from '../../adapters/users-table/profiles';
import { deleteRecoveryCodes, readRecoveryCodes } from '../../adapters/users-table/recovery-codes';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../../http/request';
import { queueNotice } from '../notices/queue-notice';
import { accountOf, beginTry, clearSendings, countSending, during, heldBack, type Try } from '../throttle/attempts';
import { changeSecurely } from './change-securely';
import { ownToken } from './own-token';
import { newRecoveryCodes } from './recovery-codes';

/** The name that an authenticator app shows. */
const issuer = 'Revonizer';

export interface SecondStepStatus {
  enabled: boolean;
  method: MfaMethod | null;
  recoveryCodesLeft: number;
}

async function accountOfCaller(caller: Caller): Promise<Account> {
  const account = await readAccount(caller.userId);
  if (!account) throw new CallError('NOT_SIGNED_IN');
  return account;
}

/**
 * A second step that is on is switched off before another is set up: so the number and the app in use are never in
 * doubt.
 */
async function whileOff(caller: Caller): Promise<Account> {
  const account = await accountOfCaller(caller);
  if (account.mfa) throw new CallError('MFA_ALREADY_ENABLED');
  return account;
}

/** Whether and how the user's sign-in asks for a second step, as Cognito says it. */
export async function secondStepStatus(caller: Caller): Promise<SecondStepStatus> {
  const { mfa } = await accountOfCaller(caller);
  const codes = mfa === 'totp' ? await readRecoveryCodes(caller.userId) : undefined;
  return { enabled: mfa !== undefined, method: mfa ?? null, recoveryCodesLeft: codes?.hashes.size ?? 0 };
}

/** Keeps a number (as typed in Japan) in the profile and has a code sent to it. */
export async function beginSms(caller: Caller, phoneNumber: string): Promise<void> {
  const account = await whileOff(caller);
  const token = await ownToken(caller);
  const number = toInternationalPhone(phoneNumber);
  if (number === undefined) throw new Error('A number that the contract lets through is none');
  await countSending('sms', accountOf(number));
  await countSending('sms', accountOf(caller.userId));
  if (account.phoneNumber !== number) await updateAccount(caller.userId, { phoneNumber: number });
  if (caller.profile.phoneNumber !== phoneNumber) await changeProfile(caller.userId, { phoneNumber });
  const failure = await sendPhoneCode(token);
  if (failure === 'too-many') throw heldBack();
  if (failure) throw new CallError('CODE_DELIVERY_FAILED', { cause: new Error(failure) });
}

async function refusal(failure: Failure, one: Try): Promise<CallError> {
  if (failure === 'no-authenticator') {
    await one.withdrawn();
    return new CallError('MFA_SETUP_NOT_FOUND');
  }
  await one.failed();
  if (failure === 'locked' || failure === 'too-many') return heldBack();
  return new CallError(failure === 'expired-code' ? 'CODE_EXPIRED' : 'WRONG_CODE');
}

/** Runs the check of a set-up's code as a counted try, then switches the method on; ends the user's other sessions. */
async function switchOn<T>(
  caller: Caller,
  method: MfaMethod,
  from: Origin,
  check: () => Promise<Failure | undefined>,
  before: () => Promise<T>,
): Promise<T> {
  const one = await beginTry('setup', accountOf(caller.userId), from.address);
  const result = await during(one, () =>
    changeSecurely(caller, async () => {
      const failure = await check();
      if (failure) throw await refusal(failure, one);
      const made = await before();
      await setSecondStep(caller.userId, method);
      return made;
    }),
  );
  await one.succeeded();
  logger.info('second step on', { method });
  await queueNotice('mfa-enabled', caller.profile);
  return result;
}

/** Cognito refuses what is no six digits as a malformed request. */
const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code);

/** Switches two-step sign-in by SMS on with the code that was sent. */
export async function confirmSms(caller: Caller, code: string, from: Origin): Promise<void> {
  const { phoneNumber } = await whileOff(caller);
  if (phoneNumber === undefined) throw new CallError('MFA_SETUP_NOT_FOUND');
  const token = await ownToken(caller);
  const check = async (): Promise<Failure | undefined> =>
    isCode(code) ? confirmContact(token, 'phone_number', code) : 'wrong-code';
  await switchOn(caller, 'sms', from, check, () => Promise.resolve());
  await clearSendings('sms', accountOf(phoneNumber));
}

/**
 * A secret for an authenticator app, and the URI that a QR code carries (Key URI format: SHA-1, 6 digits, 30 seconds
 * are its defaults).
 */
export async function beginTotp(caller: Caller): Promise<{ secret: string; otpauthUri: string }> {
  await whileOff(caller);
  const secret = await newAppSecret(await ownToken(caller));
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(caller.profile.email)}`;
  return { secret, otpauthUri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}` };
}

/**
 * Switches two-step sign-in by an app on with its code; answers the ten recovery codes, which are not to be had
 * again.
 */
export async function confirmTotp(caller: Caller, code: string, from: Origin): Promise<string[]> {
  await whileOff(caller);
  const token = await ownToken(caller);
  const check = async (): Promise<Failure | undefined> => (isCode(code) ? confirmApp(token, code) : 'wrong-code');
  return switchOn(caller, 'totp', from, check, () => newRecoveryCodes(caller.userId));
}

/** Switches the second step off, whichever it is; the recovery codes go with it. */
export async function switchOff(caller: Caller): Promise<void> {
  const { mfa } = await accountOfCaller(caller);
  if (!mfa) return;
  await changeSecurely(caller, async () => {
    await setSecondStep(caller.userId, undefined);
    await deleteRecoveryCodes(caller.userId);
  });
  logger.info('second step off', { method: mfa });
  await queueNotice('mfa-disabled', caller.profile);
}
