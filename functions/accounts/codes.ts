import * as z from 'zod/mini';
import { callTimeout, steadyTime } from '#shared/constants';
import type * as auth from '#shared/contract/auth';
import type { BodyOf } from '#shared/contract/call';
import { clock } from '#functions/platform/clock';
import { codeLifetime } from '#functions/platform/cognito/client';
import type { Failure } from '#functions/platform/cognito/failure';
import { resendConfirmation, signUp, sendResetCode } from '#functions/platform/cognito/registration';
import { hash, newId, newSecret } from '#functions/platform/crypto';
import { recordCodeMail } from './registrations-table';
import { defineTask, withdrawTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { logger } from '#functions/platform/logger';
import { accountOf } from '#functions/limits/attempts';

const requestSchema = z.object({
  kind: z.enum(['registration', 'confirmation', 'reset']),
  email: z.string(),
  /** The name chosen for a registration. */
  username: z.optional(z.string()),
  /** Dropped after this time, in unix seconds. */
  expiresAt: z.number(),
});

/** A mail with a code or a link that somebody without a session asked for. */
type CodeRequest = z.infer<typeof requestSchema>;

export type Registration = BodyOf<typeof auth.requestRegistration>;

/** Has Cognito send a mail that it could not send within its call. None waits for another: the newest code counts. */
const sendCode = defineTask('send-code', requestSchema);

/** How long a code is worth sending after it was asked for, in seconds. */
const worthSending = 60 * 60;
/** How long the link that deletes a registration works, in seconds; the mail names it. */
const cancellationLifetime = 7 * 24 * 60 * 60;

/** Records a mail before it goes out, and whether with a link for a password. Returns its deletion link's secret. */
async function recordMail(email: string, withReset = false): Promise<string> {
  const secret = newSecret();
  const now = clock.seconds();
  await recordCodeMail(accountOf(email), hash(secret), {
    codeExpiresAt: now + codeLifetime.proof,
    expiresAt: now + cancellationLifetime,
    ...(withReset && { resetAt: now }),
  });
  return secret;
}

/** Refusals of the mail that does not fit the state of a user. */
const expected: readonly Failure[] = ['already-confirmed', 'no-verified-address'];

/** A mail that could not be sent, or met Cognito's hourly quota, is tried later; other refusals are final. */
function judge(email: string, kind: CodeRequest['kind'], ...failures: (Failure | undefined)[]): void {
  if (failures.includes('delivery-failed') || failures.includes('too-many'))
    throw new Error(`Cognito could not send a mail: ${kind}`);
  const refused = failures.filter((failure) => failure !== undefined && !expected.includes(failure));
  if (refused.length > 0) logger.info('no code sent', { account: accountOf(email), kind, refused });
}

/** Has the mail sent that fits the address: of the two, Cognito sends the one for a user in that state, or none. */
async function writeToOwner(email: string, kind: CodeRequest['kind'], purpose: 'reset' | 'taken'): Promise<void> {
  const cancelSecret = await recordMail(email, true);
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
export async function sendRegistration(registration: Registration): Promise<string | undefined> {
  const { email } = registration;
  const registered = await signUp({ ...registration, cancelSecret: await recordMail(email) });
  if (!('failure' in registered)) return registered.userId;
  if (registered.failure === 'taken') await writeToOwner(email, 'registration', 'taken');
  else judge(email, 'registration', registered.failure);
  return undefined;
}

export async function sendConfirmation(email: string): Promise<void> {
  judge(email, 'confirmation', await resendConfirmation(email, await recordMail(email)));
}

/** Mails a link for a new password; a user who never confirmed gets the registration's mail again instead. */
export const sendReset = (email: string): Promise<void> => writeToOwner(email, 'reset', 'reset');

/** Waits for {@link steadyTime}, no less and no more, while `work` is done, which must not fail and may go on after. */
export async function inSteadyTime(work: () => Promise<void>): Promise<void> {
  await Promise.all([clock.withinTime(work(), steadyTime, undefined), clock.wait(steadyTime)]);
}

/**
 * Has a code sent within a fixed time. `send` asks Cognito, whose effort differs by address: so the caller waits the
 * same time in any case, and is told nothing of the outcome. A request that fails becomes a task at once; one that is
 * not done by the end of the call does later (decisions/registration).
 */
export async function requestCode(
  { kind, email, ...more }: Pick<CodeRequest, 'kind' | 'email' | 'username'>,
  send: () => Promise<void>,
): Promise<void> {
  const id = newId();
  const account = accountOf(email);
  const now = clock.seconds();
  const request = { kind, email, ...more, expiresAt: now + worthSending };
  await sendCode.enqueue(request, { id, notBefore: now + callTimeout });
  await inSteadyTime(async () => {
    try {
      await send();
      await withdrawTask(sendCode, id);
    } catch (error) {
      logger.error('a code is not sent yet', { kind, account, error: error as Error });
      await sendCode
        .enqueue(request, { id })
        .catch((cause: unknown) =>
          logger.warn('a code is sent later than it should be', { kind, account, error: cause as Error }),
        );
    }
  });
  logger.info('code requested', { kind, account });
}

/** Sends a code that its call did not. The chosen password is not kept for this (decisions/registration). */
async function sendLate({ kind, email, username = '', expiresAt }: CodeRequest): Promise<void> {
  if (expiresAt <= clock.seconds()) logger.info('a code is not sent any more', { kind, account: accountOf(email) });
  else if (kind === 'registration') await sendRegistration({ email, username, password: newSecret() });
  else await (kind === 'reset' ? sendReset(email) : sendConfirmation(email));
}

export const codeWorkers = [defineWorker(sendCode, sendLate, 'Of two mails the code of the newer one counts.')];
