import {
  inTheWayKey,
  type InTheWay,
  invitationDays,
  invitedAgainAfterDays,
  moveInKey,
  type MovedOwner,
  movedUserSchema,
  type MoveProgress,
  mostInvitations,
} from '#shared/model/move-in';
import { eraseUser } from '#functions/accounts/erase-user-table';
import { cancelToken } from '#functions/accounts/link-token';
import { markDeleting } from '#functions/accounts/profiles-table';
import { addressNotice, noticeWrite } from '#functions/mails/notices-table';
import { clock } from '#functions/platform/clock';
import { deleteAccount } from '#functions/platform/cognito/accounts';
import { deleteItem, getItem, putItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { updateWrite, writeAll } from '#functions/platform/dynamodb/transaction';
import { hash, newSecret } from '#functions/platform/ids';
import { logger } from '#functions/platform/logger';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { defineTask, withdrawTask } from '#functions/platform/tasks';
import { invitationKey, onlyItem, usersTable } from '#functions/platform/users-table';
import { defineWorker } from '#functions/platform/worker';
import { endSessionsOf } from '#functions/sessions/end-sessions';
import { giveCustomerTo } from '#functions/shops/customers';
import { forgetShop, ownerOf } from '#functions/shops/shops-table';

/*
 * Owners whose shops were moved in (docs/moving-in.md). infra/cli/move-in.ts makes their users and items, and enqueues
 * these tasks.
 */

const keyOf = (userId: string) => ({ pk: moveInKey, sk: userId });
const day = 24 * 60 * 60;
/** How long an invitation may wait to be sent, in seconds. */
const worthTelling = 3 * day;

const inviteTask = defineTask('invite', movedUserSchema);
const moveOutTask = defineTask('move-out', movedUserSchema);

/** The id of an owner's first, second or third invitation; the tool enqueues the first one under it. */
const invitationId = (userId: string, nth: number): string => `${userId}#${nth}`;

/**
 * Invites an owner who has not come, and enqueues the next invitation for a week later. `id` names the one it is:
 * whatever comes twice finds it written.
 */
async function invite(userId: string, id: string): Promise<void> {
  const owner = await getItem<MovedOwner>(usersTable(), keyOf(userId));
  const nth = Number(id.split('#').at(-1));
  if (!owner || owner.cameAt || owner.undoneAt || owner.bouncedAt || owner.invitedAt.length !== nth - 1) return;
  const now = clock.seconds();
  const notice = addressNotice(owner, worthTelling, `invitation#${id}`);
  await writeAll([
    updateWrite(usersTable(), keyOf(userId), {
      set: { invitedAt: [...owner.invitedAt, now] },
      if: 'size(invitedAt) = :before AND attribute_not_exists(cameAt) AND attribute_not_exists(undoneAt)',
      values: { before: nth - 1 },
    }),
    noticeWrite({ ...notice, kind: 'invitation', shops: owner.customerIds.length }),
    ...(nth < mostInvitations
      ? [
          inviteTask.write(
            { userId },
            { id: invitationId(userId, nth + 1), notBefore: now + invitedAgainAfterDays * day },
          ),
        ]
      : []),
  ]);
}

const invitationOf = (secret: string) => ({ pk: invitationKey(hash(secret)), sk: onlyItem });

/**
 * The token of a new link with which an owner sets their first password. Its secret is made when the mail is sent and
 * only its hash is kept, so neither the outbox nor the table reveals it.
 */
export async function invitationToken(userId: string): Promise<string> {
  const secret = newSecret();
  await putItem(usersTable(), invitationOf(secret), { userId, expiresAt: clock.seconds() + invitationDays * day });
  return cancelToken(userId, secret) ?? '';
}

/** Whether the secret of an owner's invitation is valid now. */
export async function readInvitation(userId: string, secret: string): Promise<'valid' | 'expired' | undefined> {
  const [link, owner] = await Promise.all([
    getItem<{ userId: string; expiresAt: number }>(usersTable(), invitationOf(secret)),
    getItem<MovedOwner>(usersTable(), keyOf(userId)),
  ]);
  if (link?.userId !== userId || !owner || owner.undoneAt) return undefined;
  return link.expiresAt > clock.seconds() ? 'valid' : 'expired';
}

/** Uses an invitation up: its link works no more. */
export const endInvitation = (secret: string): Promise<unknown> => deleteItem(usersTable(), invitationOf(secret));

/** An owner has set a password of their own. Does nothing for a user who was not moved in. */
export const noteArrival = async (userId: string): Promise<void> =>
  void (await updateItemIf(usersTable(), keyOf(userId), {
    set: { cameAt: clock.seconds() },
    if: 'attribute_exists(pk) AND attribute_not_exists(cameAt) AND attribute_not_exists(undoneAt)',
  }));

/**
 * Takes back what the move made for an owner who has not come: shops, their mark at Stripe, the account. Stripe's
 * customers and subscriptions stay as they are.
 */
async function moveOut(userId: string, options: RequestBudget): Promise<void> {
  const owner = await updateItemIf<MovedOwner>(usersTable(), keyOf(userId), {
    set: { undoneAt: clock.seconds() },
    if: 'attribute_exists(pk) AND attribute_not_exists(cameAt)',
  });
  if (!owner) return;
  // What is still being linked is linked no more.
  await markDeleting(userId, clock.seconds());
  await withdrawTask({ kind: 'take-over' }, userId);
  for (const customerId of owner.customerIds)
    if ((await ownerOf(customerId)) === userId) {
      await giveCustomerTo('', customerId, options);
      await forgetShop(userId, customerId);
    }
  await deleteAccount(userId);
  await endSessionsOf(userId, 'account-deleted');
  await eraseUser(userId, clock.seconds());
  await forgetMoved(userId);
  logger.info('moved out', { userId });
}

/** Forgets a user who was moved in: the account is deleted. */
export const forgetMoved = (userId: string): Promise<unknown> => deleteItem(usersTable(), keyOf(userId));

/** How far the move is; null if nobody was moved in. */
export async function readMoveProgress(): Promise<MoveProgress | null> {
  const [owners, way] = await Promise.all([
    queryRange<MovedOwner>(usersTable(), { pk: moveInKey }),
    getItem<InTheWay>(usersTable(), inTheWayKey),
  ]);
  if (owners.length === 0) return null;
  const longAgo = clock.seconds() - invitedAgainAfterDays * day;
  const isOverdue = ({ cameAt, invitedAt }: MovedOwner): boolean =>
    !cameAt && invitedAt.length >= mostInvitations && (invitedAt.at(-1) ?? 0) <= longAgo;
  return {
    linked: owners.length,
    invited: owners.filter(({ invitedAt }) => invitedAt.length > 0).length,
    came: owners.filter(({ cameAt }) => cameAt !== undefined).length,
    bounced: owners.filter((one) => !one.cameAt && one.bouncedAt !== undefined).length,
    neverCame: owners.filter(isOverdue).length,
    inTheWay: way?.customers ?? 0,
  };
}

export const moveInWorkers = [
  defineWorker(
    inviteTask,
    ({ userId }, { id }) => invite(userId, id),
    'An invitation that is written is not repeated.',
  ),
  defineWorker(moveOutTask, ({ userId }, options) => moveOut(userId, options), 'What is taken back stays so.'),
];
