import { clock } from '../../adapters/clock';
import type { Failure } from '../../adapters/cognito/failure';
import { resendConfirmation, signUp, sendResetCode } from '../../adapters/cognito/registration';
import { hash, newSecret } from '../../adapters/ids';
import type { CodeRequest } from '../../adapters/users-table/code-requests';
import { recordConfirmationMail } from '../../adapters/users-table/confirmation-mails';
import { logger } from '../../runtime/logger';
import { accountOf } from '../limits/attempts';

const day = 24 * 60 * 60;
/** How long Cognito's code for a registration is valid, in seconds (developer guide, "Code quotas"). */
const codeLifetime = day;
/** How long the link that deletes a registration works, in seconds; the mail names it. */
const cancellationLifetime = 7 * day;

/** Records a confirmation mail before it is sent. Returns the secret of its link that deletes the registration. */
async function recordMail(email: string): Promise<string> {
  const secret = newSecret();
  const now = clock.seconds();
  await recordConfirmationMail(accountOf(email), hash(secret), {
    codeExpiresAt: now + codeLifetime,
    expiresAt: now + cancellationLifetime,
  });
  return secret;
}

/** Refusals of the mail that does not fit the state of a user. */
const expected: readonly Failure[] = ['already-confirmed', 'no-verified-address'];

/**
 * A mail that could not be sent, or that Cognito's hourly quota refused, is tried again later; any other refusal is
 * Cognito's last word.
 */
function judge(email: string, kind: CodeRequest['kind'], ...failures: (Failure | undefined)[]): void {
  if (failures.includes('delivery-failed') || failures.includes('too-many'))
    throw new Error(`Cognito could not send a mail: ${kind}`);
  const refused = failures.filter((failure) => failure !== undefined && !expected.includes(failure));
  if (refused.length > 0) logger.info('no code sent', { account: accountOf(email), kind, refused });
}

/** Has the mail sent that fits the address: of the two, Cognito sends the one for a user in that state, or none. */
async function writeToOwner(email: string, kind: CodeRequest['kind'], purpose: 'reset' | 'taken'): Promise<void> {
  const cancelSecret = await recordMail(email);
  // Both are over before a failure counts: none of them goes on beside its repetition.
  const requests = [sendResetCode(email, purpose), resendConfirmation(email, cancelSecret)];
  await Promise.allSettled(requests);
  judge(email, kind, ...(await Promise.all(requests)));
}

/**
 * Registers a user, who gets the code by mail. The owner of a taken address is mailed: the code again if it was never
 * confirmed, otherwise a notice with a link for a new password; nothing of the existing user changes. Returns the new
 * user's id; undefined if the address was taken.
 */
export async function sendRegistration(registration: {
  email: string;
  username: string;
  password: string;
}): Promise<string | undefined> {
  const { email } = registration;
  const registered = await signUp({ ...registration, cancelSecret: await recordMail(email) });
  if (!('failure' in registered)) return registered.userId;
  if (registered.failure === 'taken') await writeToOwner(email, 'registration', 'taken');
  else judge(email, 'registration', registered.failure);
  return undefined;
}

/** Mails the code of a registration again. */
export async function sendConfirmation(email: string): Promise<void> {
  judge(email, 'confirmation', await resendConfirmation(email, await recordMail(email)));
}

/**
 * Mails a link for a new password. A user who never confirmed their registration gets that mail again, because a new
 * password alone would not let them in.
 */
export const sendReset = (email: string): Promise<void> => writeToOwner(email, 'reset', 'reset');

/**
 * Sends a code whose call ended before Cognito had taken it. The chosen password is not kept for this: a new user gets
 * a random one until the browser that registered proves the address (decisions/registration).
 */
export async function sendLateCode({ kind, email, username = '' }: CodeRequest): Promise<void> {
  if (kind === 'registration') await sendRegistration({ email, username, password: newSecret() });
  else await (kind === 'reset' ? sendReset(email) : sendConfirmation(email));
}
