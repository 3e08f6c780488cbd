import { CallError } from '#shared/errors';
import { toInternationalPhone } from '#shared/model/phone';
import { updateAccount } from '../../adapters/cognito/accounts';
import { confirmContact, sendPhoneCode } from '../../adapters/cognito/own-account';
import { changeProfile } from '../../adapters/users-table/profiles';
import type { Caller, Origin } from '../caller';
import { limitedByCognito } from '../throttle/attempts';
import { countSms } from '../throttle/messages';
import { workAlone } from './change-securely';
import { enableMfa, requireMfaOff } from './mfa';
import { ownToken } from './own-token';
import { sessionGone } from './session-gone';

async function sendCode(caller: Caller, phoneNumber: string, from: Origin): Promise<void> {
  const account = await requireMfaOff(caller);
  const token = await ownToken(caller);
  const number = toInternationalPhone(phoneNumber);
  if (number === undefined) throw new Error('The contract accepted a phone number that is none');
  await countSms({ number, userId: caller.userId, address: from.address });
  if (account.phoneNumber !== number) await updateAccount(caller.userId, { phoneNumber: number });
  await changeProfile(caller.userId, { phoneNumber });
  const failure = await sendPhoneCode(token);
  if (failure === 'session-gone') throw await sessionGone(caller);
  if (failure === 'too-many') throw limitedByCognito(failure);
  if (failure) throw new CallError('CODE_DELIVERY_FAILED', { cause: new Error(failure) });
}

/**
 * Keeps a number (as typed in Japan) in the profile and sends a code to it. Alone, so that another tab neither switches
 * SMS on for this number with the code of the former one, nor has the code sent to a number that it sets.
 */
export const setUpSms = (caller: Caller, phoneNumber: string, from: Origin): Promise<void> =>
  workAlone(caller, () => sendCode(caller, phoneNumber, from));

/** Switches two-step sign-in by SMS on with the code that was sent. */
export async function verifySms(caller: Caller, code: string, from: Origin): Promise<void> {
  const { phoneNumber } = await requireMfaOff(caller);
  if (phoneNumber === undefined) throw new CallError('MFA_SETUP_NOT_FOUND');
  const token = await ownToken(caller);
  await enableMfa(caller, from, {
    method: 'sms',
    code,
    check: (digits) => confirmContact(token, 'phone_number', digits),
    prepare: () => Promise.resolve(),
  });
}
