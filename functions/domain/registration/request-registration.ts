import { clock } from '../../adapters/clock';
import { hash, newSecret } from '../../adapters/ids';
import { seal } from '../../adapters/sealing';
import { keepNewUser, putRegistration } from '../../adapters/users-table/registrations';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { requestCode } from '../codes/request-code';
import { sendConfirmation, sendRegistration } from '../codes/send-code';
import { refuseWeakPassword } from '../passwords/refuse-weak-password';
import { accountOf } from '../throttle/attempts';
import { countMail } from '../throttle/messages';

/** How long the browser that registered is recognized, in seconds. */
export const registrationLifetime = 60 * 60;

export interface Registration {
  email: string;
  username: string;
  password: string;
}

/**
 * Registers a user and returns the secret by which their browser is recognized for an hour. Response and time are the
 * same whether the address was free, waits for its code or is taken, and whatever Cognito does. Only a free address
 * gets this password at once; otherwise it stays sealed with the browser's secret until this browser has proven the
 * address (decision 010).
 */
export async function requestRegistration({ email, username, password }: Registration, from: Origin): Promise<string> {
  refuseWeakPassword('password', password, { email, username });
  await countMail(accountOf(email), from.address);
  const secret = newSecret();
  const expiresAt = clock.seconds() + registrationLifetime;
  await putRegistration(hash(secret), { email, username, sealedPassword: seal(password, secret), expiresAt });
  await requestCode({ kind: 'registration', email, username }, async () => {
    const userId = await sendRegistration({ email, username, password });
    if (userId === undefined) return;
    await keepNewUser(hash(secret), userId);
    logger.info('registered', { account: accountOf(email), userId });
  });
  return secret;
}

/** Mails the code of a registration again; response and time are the same for every address. */
export async function resendVerification(email: string, from: Origin): Promise<void> {
  await countMail(accountOf(email), from.address);
  await requestCode({ kind: 'confirmation', email }, () => sendConfirmation(email));
}
