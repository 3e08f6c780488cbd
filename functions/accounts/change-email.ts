import * as z from 'zod/mini';
import { CallError, errors } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { readAccount } from '#functions/platform/cognito/accounts';
import { codeLifetime } from '#functions/platform/cognito/client';
import { beginEmailChange, confirmContact } from '#functions/platform/cognito/own-account';
import { putEmailChange, readEmailChange, deleteEmailChange } from './registrations-table';
import { type ProfileItem, readUser } from '#functions/platform/users-table';
import { changeEmail, emailChangedWrite, finishEmailChange } from './profiles-table';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { defineTask, finishIfCut } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import type { Caller, Viewer } from '#functions/http/caller';
import { updateInvoiceAddress } from '#functions/shops/invoice-address';
import { noticeWrite, toldWrite } from '#functions/mails/notices-table';
import { changeSecurely, ownToken } from '#functions/security/change-securely';
import { codeNotSent, codeRefused } from '#functions/security/code-refusals';
import { accountOf, withAttempt, type Attempt } from '#functions/limits/attempts';
import { consume } from '#functions/limits/limits';
import { logger } from '#functions/platform/logger';

/** Has a code mailed. Counted for receiver and caller too: accounts are free, and mails could go to strangers. */
async function mailCode(caller: Caller, newEmail: string): Promise<void> {
  const token = await ownToken(caller);
  await consume(...[caller.userId, newEmail].map((to) => ({ kind: 'mail', of: { receiver: accountOf(to) } }) as const));
  const failure = await beginEmailChange(token, newEmail);
  if (failure === 'taken') {
    logger.warn('a taken address was asked for', { account: accountOf(newEmail) });
    throw new CallError('EMAIL_TAKEN', { fields: { newEmail: errors.EMAIL_TAKEN.text } });
  }
  if (failure) throw await codeNotSent(failure, caller);
  await putEmailChange(caller.userId, { newEmail, expiresAt: clock.seconds() + codeLifetime.proof });
}

/** Begins a change of the e-mail address; the old one stays in force until the code is given. */
export async function requestEmailChange(caller: Caller, newEmail: string): Promise<void> {
  if (newEmail === caller.profile.email)
    throw new CallError('INVALID_INPUT', { fields: { newEmail: '現在のメールアドレスと同じです' } });
  await mailCode(caller, newEmail);
}

async function waitingAddress(caller: Caller): Promise<string> {
  const change = await readEmailChange(caller.userId);
  if (!change || change.expiresAt <= clock.seconds()) throw new CallError('EMAIL_CHANGE_NOT_FOUND');
  return change.newEmail;
}

/** Mails the code again, only to the address for which the change was requested and the password proven. */
export async function resendEmailChange(caller: Caller, newEmail: string): Promise<void> {
  if ((await waitingAddress(caller)) !== newEmail) throw new CallError('EMAIL_CHANGE_NOT_FOUND');
  await mailCode(caller, newEmail);
}

/** Has Stripe send the bills of a shop to the address that is in force by then. Its id is the shop's. */
const moveBills = defineTask('move-bills', z.object({ userId: z.string(), customerId: z.string() }));
const tasksAtOnce = 10;

/**
 * Puts an address that Cognito has accepted into the profile, tells the former one, and enqueues the change of the
 * bills of each shop. Safe to repeat.
 */
export async function settleEmail(former: Pick<ProfileItem, 'userId' | 'email'>, email: string): Promise<void> {
  const { userId } = former;
  // Whether the profile has the address does not say whether the former one was told: a sign-in writes it there too.
  if (former.email !== email)
    await writeAll([
      toldWrite(
        `email-changed#${accountOf(userId)}`,
        `${accountOf(former.email)} ${accountOf(email)}`,
        clock.seconds(),
      ),
      emailChangedWrite(userId, clock.seconds()),
      noticeWrite(former, { kind: 'email-changed' }),
    ]);
  await changeEmail(userId, email);
  await deleteEmailChange(userId, email);
  // A shop that is opened meanwhile is among them, or finds the new address itself.
  const { shops } = await readUser(userId, 'ownership');
  await mapWithLimit(tasksAtOnce, shops, ({ customerId }) =>
    moveBills.enqueue({ userId, customerId }, { id: customerId }),
  );
}

/**
 * Puts the new address in force with its code: in Cognito (whose address is the proven one), the profile, the bills. A
 * task finishes a change that was cut off. Returns the changed profile.
 */
export async function verifyEmailChange(caller: Caller, code: string, from: Viewer): Promise<ProfileItem> {
  const { userId, profile } = caller;
  const waiting = await waitingAddress(caller);
  const token = await ownToken(caller);
  const attempted = { kind: 'email', account: accountOf(userId), address: from.address } as const;
  const change = (attempt: Attempt): Promise<string> =>
    changeSecurely(caller, undefined, async () => {
      const failure = await confirmContact(token, 'email', code);
      const email = failure === 'taken' ? undefined : (await readAccount(userId))?.email;
      // Cognito may still read the former address. A code that was right before, in a call that was interrupted, is
      // refused now; any other refused code is wrong.
      if (email === waiting) return waiting;
      if (!failure) return email === undefined || email === profile.email.toLowerCase() ? waiting : email;
      throw await codeRefused(failure, attempt, caller);
    });
  return withAttempt(attempted, (attempt) =>
    finishIfCut(finishEmailChange, { userId, former: profile.email }, async () => {
      const email = await change(attempt);
      await attempt.succeeded();
      logger.info('e-mail address changed');
      await settleEmail(profile, email);
      return { ...profile, email, mailsFail: false };
    }),
  );
}

export const emailWorkers = [
  defineWorker(
    finishEmailChange,
    async ({ userId, former }) => {
      const { profile } = await readUser(userId, 'account');
      const account = await readAccount(userId);
      // Whichever address Cognito has is in force.
      if (account && profile) await settleEmail({ userId, email: former ?? profile.email }, account.email);
    },
    'The address that Cognito has is put wherever it is not yet.',
  ),
  defineWorker(
    moveBills,
    ({ userId, customerId }) => updateInvoiceAddress(userId, customerId),
    'Stripe gets the address that is in force each time.',
  ),
];
