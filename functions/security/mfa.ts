import { CallError } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { toInternationalPhone } from '#shared/model/phone';
import type { MfaMethod } from '#shared/model/account';
import { readAccount, setSecondStep, type Account, updateAccount } from '#functions/platform/cognito/accounts';
import type { Failure } from '#functions/platform/cognito/failure';
import { confirmContact, sendPhoneCode, confirmApp, newAppSecret } from '#functions/platform/cognito/own-account';
import { changeProfile } from '#functions/accounts/profiles-table';
import { enqueueAccountNotice } from '#functions/mails/notices-table';
import type { Caller, Viewer } from '#functions/http/caller';
import { changeSecurely, ownToken } from './change-securely';
import { newRecoveryCodes } from './recovery-codes';
import { deleteRecoveryCodes, readRecoveryCodes } from './recovery-codes-table';
import { codeNotSent, codeRefused } from './code-refusals';
import { sessionGone } from './own-sessions';
import { accountOf, withAttempt } from '#functions/limits/attempts';
import { consume } from '#functions/limits/limits';
import { leaseCredentials } from '#functions/platform/leases';
import { logger } from '#functions/platform/logger';

async function accountOfCaller(caller: Caller): Promise<Account> {
  const account = await readAccount(caller.userId);
  if (!account) throw new CallError('NOT_SIGNED_IN');
  return account;
}

/** Whether and how the user's sign-in asks for a second step, as Cognito has it. */
export async function getMfaStatus(caller: Caller) {
  const { mfa } = await accountOfCaller(caller);
  const codes = mfa === undefined ? undefined : await readRecoveryCodes(caller.userId);
  return { enabled: mfa !== undefined, method: mfa ?? null, recoveryCodesLeft: codes?.hashes.length ?? 0 };
}

/** The caller's account if its second step is off; otherwise MFA_ALREADY_ENABLED: one is switched off first. */
async function requireMfaOff(caller: Caller): Promise<Account> {
  const account = await accountOfCaller(caller);
  if (account.mfa) throw new CallError('MFA_ALREADY_ENABLED');
  return account;
}

interface MfaSetUp {
  method: MfaMethod;
  code: string;
  /** Has Cognito check the code; called only for six digits, because Cognito rejects others as malformed. */
  check: (code: string) => Promise<Failure | undefined>;
}

/** Checks a set-up's code, counted, switches it on, ends other sessions. Returns recovery codes, shown only now. */
async function enableMfa(caller: Caller, from: Viewer, { method, code, check }: MfaSetUp): Promise<string[]> {
  const account = accountOf(caller.userId);
  const result = await withAttempt({ kind: 'setup', account, address: from.address }, async (attempt) => {
    const newCodes = await changeSecurely(caller, { kind: 'mfa-enabled' }, async () => {
      const failure = /^[0-9]{6}$/.test(code) ? await check(code) : 'wrong-code';
      if (failure) throw await codeRefused(failure, attempt, caller);
      const codes = await newRecoveryCodes(caller.userId);
      // Before the step is on, so that no second step of an administrator is ever taken for an older one.
      await changeProfile(caller.userId, { secondStepSince: clock.seconds() });
      if (await setSecondStep(caller.userId, method)) return codes;
      // The account was deleted meanwhile: what was prepared for it may have come after its other items were.
      await deleteRecoveryCodes(caller.userId);
      throw await sessionGone(caller);
    });
    await attempt.succeeded();
    return newCodes;
  });
  logger.info('second step on', { method });
  return result;
}

/** Switches the second step off, by SMS or by app, and deletes the recovery codes. */
export async function disableMfa(caller: Caller): Promise<void> {
  const { mfa } = await accountOfCaller(caller);
  if (!mfa) return;
  await changeSecurely(caller, { kind: 'mfa-disabled' }, async () => {
    if (!(await setSecondStep(caller.userId, undefined))) throw await sessionGone(caller);
    await deleteRecoveryCodes(caller.userId);
  });
  logger.info('second step off', { method: mfa });
}

/**
 * Keeps a number (as typed in Japan) in the profile and sends a code to it. Alone, so that another tab neither switches
 * SMS on for this number with the code of the former one, nor has the code sent to a number that it sets. A user who
 * had another number is told by mail; no session ends, because no credential in force changes.
 */
export async function setUpSms(caller: Caller, phoneNumber: string): Promise<void> {
  await using _lease = await leaseCredentials(caller.userId);
  const account = await requireMfaOff(caller);
  const token = await ownToken(caller);
  const number = toInternationalPhone(phoneNumber);
  if (number === undefined) throw new Error('The contract accepted a phone number that is none');
  await consume({ kind: 'smsSetUp', of: { number: accountOf(number) } });
  if (account.phoneNumber !== number) await updateAccount(caller.userId, { phoneNumber: number });
  // Before the profile has it, so that a repeat tells of a change that was cut off.
  if (![undefined, phoneNumber].includes(caller.profile.phoneNumber))
    await enqueueAccountNotice('phone-for-sms', caller.profile);
  await changeProfile(caller.userId, { phoneNumber });
  const failure = await sendPhoneCode(token);
  if (failure) throw await codeNotSent(failure, caller);
}

/** Switches two-step sign-in by SMS on with the code that was sent. Returns the recovery codes. */
export async function verifySms(caller: Caller, code: string, from: Viewer): Promise<string[]> {
  const { phoneNumber } = await requireMfaOff(caller);
  if (phoneNumber === undefined) throw new CallError('MFA_SETUP_NOT_FOUND');
  const token = await ownToken(caller);
  const check = (digits: string) => confirmContact(token, 'phone_number', digits);
  return enableMfa(caller, from, { method: 'sms', code, check });
}

/** The name that an authenticator app shows. */
const issuer = 'Revonizer';

/** A new secret (base32) for an authenticator app, and the URI for its QR code (Key URI format with its defaults). */
export async function setUpTotp(caller: Caller): Promise<{ secret: string; otpauthUri: string }> {
  await requireMfaOff(caller);
  const secret = await newAppSecret(await ownToken(caller));
  if (secret === undefined) throw await sessionGone(caller);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(caller.profile.email)}`;
  return { secret, otpauthUri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}` };
}

/** Switches two-step sign-in by an app on with its code. Returns the recovery codes. */
export async function verifyTotp(caller: Caller, code: string, from: Viewer): Promise<string[]> {
  await requireMfaOff(caller);
  const token = await ownToken(caller);
  return enableMfa(caller, from, { method: 'totp', code, check: (digits) => confirmApp(token, digits) });
}
