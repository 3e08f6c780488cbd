import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import type { Failure } from '../../adapters/cognito/failure';
import { resendConfirmation, signUp } from '../../adapters/cognito/registration';
import { sendResetCode } from '../../adapters/cognito/reset';
import { hash, newSecret } from '../../adapters/ids';
import { seal } from '../../adapters/sealing';
import { putRegistration } from '../../adapters/users-table/registrations';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { refuseWeakPassword } from '../passwords/refuse-weak-password';
import { inSteadyTime } from '../throttle/steady-time';
import { accountOf, tooManyAttempts } from '../throttle/attempts';
import { countMail } from '../throttle/sendings';

/** How long the browser that registered is recognized, in seconds. */
export const registrationLifetime = 60 * 60;

export interface Registration {
  email: string;
  username: string;
  password: string;
}

/**
 * Mails the owner of a taken address: the code again if it was never confirmed, otherwise a notice with a link for a
 * new password. Nothing of the existing user changes. A mail that cannot be sent must not change the response.
 */
async function writeToOwner(email: string): Promise<void> {
  const first = await resendConfirmation(email);
  const failure = first === 'already-confirmed' ? await sendResetCode(email, 'taken') : first;
  if (failure === 'delivery-failed') throw new CallError('CODE_DELIVERY_FAILED');
  if (failure) logger.warn('no mail to a taken address', { account: accountOf(email), reason: failure });
}

function refusal(failure: Exclude<Failure, 'taken'>): CallError {
  if (failure === 'weak-password')
    return new CallError('WEAK_PASSWORD', {
      fields: { password: 'このパスワードは使用できません。別のパスワードを入力してください。' },
    });
  if (failure === 'too-many') return tooManyAttempts();
  if (failure === 'delivery-failed') return new CallError('CODE_DELIVERY_FAILED');
  throw new Error(`Cognito refused a registration: ${failure}`);
}

/**
 * Registers a user and returns the secret by which their browser is recognized for an hour. Response and time are the
 * same whether the address was free, waits for its code or is taken. Only a free address gets this password at once;
 * otherwise it is sealed with the browser's secret until this browser has proven the address (decision 010).
 */
export async function requestRegistration({ email, username, password }: Registration, from: Origin): Promise<string> {
  refuseWeakPassword('password', password, { email, username });
  await countMail(accountOf(email), from.address);
  return inSteadyTime(async () => {
    const secret = newSecret();
    const registered = await signUp({ email, username, password });
    if ('failure' in registered && registered.failure !== 'taken') throw refusal(registered.failure);
    if ('failure' in registered) await writeToOwner(email);
    await putRegistration(hash(secret), {
      email,
      username,
      expiresAt: clock.seconds() + registrationLifetime,
      ...('userId' in registered ? { userId: registered.userId } : { sealedPassword: seal(password, secret) }),
    });
    logger.info('registration requested', {
      account: accountOf(email),
      ...('userId' in registered && { userId: registered.userId }),
    });
    return secret;
  });
}

/** Mails the code of a registration again; response and time are the same for every address. */
export async function resendVerification(email: string, from: Origin): Promise<void> {
  await countMail(accountOf(email), from.address);
  await inSteadyTime(async () => {
    const failure = await resendConfirmation(email);
    logger.info('code requested again', { account: accountOf(email), ...(failure && { reason: failure }) });
  });
}
