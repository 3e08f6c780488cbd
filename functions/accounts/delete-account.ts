import * as z from 'zod/mini';
import { errors, CallError } from '#shared/errors';
import { addAuditRecord } from '#functions/platform/audit-record';
import { clock } from '#functions/platform/clock';
import { deleteAccount } from '#functions/platform/cognito/accounts';
import { markDeleting, unmarkDeleting, eraseUser } from './profiles-table';
import { readUser } from '#functions/platform/users-table';
import type { Caller, Viewer } from '#functions/http/caller';
import { enqueueAccountNotice } from '#functions/mails/notices-table';
import { provePassword } from '#functions/security/prove-password';
import { endSessionsOf } from '#functions/sessions/end-sessions';
import { withdrawTakeOver } from '#functions/shops/take-over';
import { logger } from '#functions/platform/logger';
import { forgetMoved } from '#functions/move-in/move-in-table';
import { isAtWork } from '#functions/platform/once';
import { defineTask, finishIfCut } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';

/** Why a user cannot be deleted, as a Japanese text; undefined if nothing blocks it. */
export function deletionBlocker({ shops, session }: Pick<Caller, 'shops' | 'session'>): string | undefined {
  if (session.impersonation) return errors.IMPERSONATION_FORBIDDEN.text;
  return shops.length > 0 ? errors.ACCOUNT_NOT_DELETABLE.text : undefined;
}

const opening = '店舗の登録を処理しています。完了してから、もう一度お試しください。';

/** Whose account is deleted, the address that is told of it, and for the audit record who asked for it, and when. */
const deletionSchema = z.object({
  userId: z.string(),
  email: z.optional(z.string()),
  /** `at` in unix milliseconds; absent if an account is taken back that was moved in. */
  asked: z.optional(z.object({ by: z.string(), at: z.number(), address: z.string(), userAgent: z.string() })),
});
type Deleted = z.infer<typeof deletionSchema>;

/** Finishes a deletion whose call was interrupted. Its id is the user's. */
const finishDeletion = defineTask('finish-deletion', deletionSchema);

/**
 * Deletes the user in Cognito, which ends every sign-in, and then all of their data here, and tells `email`, if it is
 * given. Safe to repeat.
 */
export async function eraseAccount({ userId, email }: Pick<Deleted, 'userId' | 'email'>): Promise<void> {
  await deleteAccount(userId);
  await endSessionsOf(userId, 'account-deleted');
  await eraseUser(userId, clock.seconds());
  await withdrawTakeOver({ userId, email });
  await forgetMoved(userId);
  if (email !== undefined) await enqueueAccountNotice('account-deleted', { userId, email });
  logger.info('account deleted', { userId });
}

/**
 * Marks the account so that no shop can be opened for it, then checks whether one was opened before. If so, takes the
 * mark back and returns false. So no shop is ever opened for a deleted account. Safe to repeat.
 */
async function closeAccount(userId: string): Promise<boolean> {
  await markDeleting(userId, clock.seconds());
  if ((await readUser(userId, 'ownership')).shops.length === 0) return true;
  await unmarkDeleting(userId);
  return false;
}

/** Deletes an account with its audit record, unless a shop was opened for it: false. Safe to repeat. */
async function deleteClosed(deletion: Deleted): Promise<boolean> {
  const { userId, asked } = deletion;
  if (!(await closeAccount(userId))) return false;
  if (asked) {
    const { at, ...from } = asked;
    await addAuditRecord({ event: 'account-deleted', userId, ...from }, at, 'account-deleted');
  }
  await eraseAccount(deletion);
  return true;
}

/** Whose account is deleted, who is told of it, and who asked for it: the user, or the holder of a mailed link. */
interface Deletion {
  userId: string;
  email?: string | undefined;
  by: string;
  from: Viewer;
}

/** Refuses with ACCOUNT_NOT_DELETABLE while a request of the user is worked on: it may open a shop for nobody. */
export async function requireIdle(userId: string): Promise<void> {
  if (await isAtWork(userId)) throw new CallError('ACCOUNT_NOT_DELETABLE', { text: opening });
}

/**
 * Deletes an account. Only the audit record and the device requests remain, because owners ask the staff about them
 * later (decisions/devices), and the documents, because the law wants them kept. Refused if a shop
 * was opened meanwhile. An interrupted deletion is finished.
 */
export async function deleteUserOf({ userId, email, by, from }: Deletion): Promise<void> {
  const deletion = { userId, ...(email !== undefined && { email }), asked: { by, at: clock.now(), ...from } };
  const close = async (): Promise<void> => {
    if (!(await deleteClosed(deletion))) throw new CallError('ACCOUNT_NOT_DELETABLE');
  };
  await finishIfCut(finishDeletion, deletion, close, userId);
}

/** Deletes the caller's account after the password was proven. Refused while there are shops. */
export async function deleteUser(caller: Caller, password: string, from: Viewer): Promise<void> {
  const { userId, profile } = caller;
  if (caller.shops.length > 0) throw new CallError('ACCOUNT_NOT_DELETABLE');
  await requireIdle(userId);
  await provePassword(caller, password);
  await deleteUserOf({ userId, email: profile.email, by: userId, from });
}

export const deletionWorkers = [
  defineWorker(
    finishDeletion,
    deleteClosed,
    'What is deleted stays deleted; a mail that comes a second time says the same.',
  ),
];
