import { invitationId, invitedAgainAfterDays, movedUserSchema, mostInvitations } from '#shared/model/move-in';
import { eraseAccount } from '#functions/accounts/delete-account';
import { markDeleting } from '#functions/accounts/profiles-table';
import { noticeWrite } from '#functions/mails/notices-table';
import { clock } from '#functions/platform/clock';
import { readAccount } from '#functions/platform/cognito/accounts';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { logger } from '#functions/platform/logger';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { withdrawTakeOver } from '#functions/shops/take-over';
import { giveCustomerTo } from '#functions/shops/customers';
import { forgetShop, ownerOf } from '#functions/shops/shops-table';
import { beginMoveOut, day, invitedWrite, readMoved } from './move-in-table';

/* Owners whose shops were moved in by infra/cli/move-in.ts, which enqueues these tasks (docs/moving-in.md). */

const inviteTask = defineTask('invite', movedUserSchema);
const moveOutTask = defineTask('move-out', movedUserSchema);

/**
 * Invites an owner who has not come, and enqueues the next invitation for a week later. One whom Cognito does not know
 * gets no mail, and counts as invited, so that it ends. Safe to repeat.
 */
async function invite(userId: string, id: string): Promise<void> {
  const owner = await readMoved(userId);
  const nth = (owner?.invitedAt.length ?? 0) + 1;
  if (!owner || owner.cameAt || owner.undoneAt || id !== invitationId(userId, nth)) return;
  // Staff may have corrected the address in Cognito.
  const account = await readAccount(userId);
  const now = clock.seconds();
  const next = { id: invitationId(userId, nth + 1), notBefore: now + invitedAgainAfterDays * day };
  await writeAll([
    invitedWrite(owner, account?.email ?? owner.email, now),
    ...(account
      ? [noticeWrite(account, { kind: 'invitation', shops: owner.customerIds.length }, { id: `invitation#${id}` })]
      : []),
    ...(nth < mostInvitations ? [inviteTask.write({ userId }, next)] : []),
  ]);
}

/** Takes back what the move made for an owner who has not come; what Stripe has stays as it is. */
async function moveOut(userId: string, options: RequestBudget): Promise<void> {
  const owner = await beginMoveOut(userId);
  if (!owner) return;
  // What is still being linked is linked no more.
  await markDeleting(userId, clock.seconds());
  await withdrawTakeOver({ userId });
  for (const customerId of owner.customerIds)
    if ((await ownerOf(customerId)) === userId) {
      await giveCustomerTo('', customerId, options);
      await forgetShop(userId, customerId);
    }
  await eraseAccount({ userId });
  logger.info('moved out', { userId });
}

export const moveInWorkers = [
  defineWorker(
    inviteTask,
    ({ userId }, { id }) => invite(userId, id),
    'An invitation that is written is not repeated.',
  ),
  defineWorker(moveOutTask, ({ userId }, options) => moveOut(userId, options), 'What is taken back stays so.'),
];
