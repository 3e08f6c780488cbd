import { CallError } from '#shared/errors';
import { addAuditRecord } from '../../adapters/audit-table/records';
import { clock } from '../../adapters/clock';
import { deleteAccount } from '../../adapters/cognito/accounts';
import { eraseUser, isOpeningShop } from '../../adapters/users-table/erase-user';
import { markDeleting, unmarkDeleting } from '../../adapters/users-table/profiles';
import { readPartition } from '../../adapters/users-table/read-partition';
import { enqueueUnfinished, removeUnfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';
import { queueNotice } from '../notices/queue-notice';
import { provePassword } from '../security/prove-password';

const opening = '店舗の登録を処理しています。完了してから、もう一度お試しください。';

/**
 * Deletes the user in Cognito, so that nobody signs in any more, then all that is kept of them here. Safe to repeat.
 */
export async function finishDeletion(userId: string): Promise<void> {
  await deleteAccount(userId);
  await eraseUser(userId);
  await removeUnfinished('email', userId);
  await removeUnfinished('deletion', userId);
  logger.info('account deleted', { userId });
}

/**
 * Lets nobody open a shop for the user any more, then looks whether one was opened before that: with one the deletion
 * is called off, and false is the answer. So no shop is ever opened for an account that goes. Safe to repeat.
 */
export async function closeAccount(userId: string): Promise<boolean> {
  await markDeleting(userId, clock.seconds());
  if ((await readPartition(userId, 'ownership')).shops.length === 0) return true;
  await unmarkDeleting(userId);
  await removeUnfinished('deletion', userId);
  return false;
}

/**
 * Deletes the caller's account for good; of the user nothing stays but the audit record, and what was asked for
 * devices, which the staff answer questions about (docs/decisions/029). Refused while there are shops. Noted before
 * and struck out after, so that an interruption in between is made up for by the schedule.
 */
export async function deleteUser(caller: Caller, password: string, from: Origin): Promise<void> {
  const { userId, profile } = caller;
  if (caller.shops.length > 0) throw new CallError('ACCOUNT_NOT_DELETABLE');
  if (await isOpeningShop(userId, clock.now())) throw new CallError('ACCOUNT_NOT_DELETABLE', { text: opening });
  await provePassword({ caller, password, field: 'password', from });
  await enqueueUnfinished({ kind: 'deletion', userId, notedAt: clock.seconds() });
  if (!(await closeAccount(userId))) throw new CallError('ACCOUNT_NOT_DELETABLE');
  await addAuditRecord({ event: 'account-deleted', userId, by: userId, ...from });
  await finishDeletion(userId);
  await queueNotice('account-deleted', profile);
}
