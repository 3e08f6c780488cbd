import {
  inTheWayKey,
  type InTheWay,
  invitationDays,
  invitedAgainAfterDays,
  moveInKey,
  type MovedOwner,
  type MoveProgress,
  mostInvitations,
} from '#shared/model/move-in';
import { linkToken } from '#functions/accounts/link-token';
import { accountOf } from '#functions/limits/attempts';
import { clock } from '#functions/platform/clock';
import { deleteItem, exists, getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { hash, newSecret } from '#functions/platform/crypto';
import { deleteSecretItem, putSecretItem, secretKey } from '#functions/platform/secret-items';
import { mailboxesKey, usersTable } from '#functions/platform/users-table';

const keyOf = (userId: string) => ({ pk: moveInKey, sk: userId });
export const day = 24 * 60 * 60;

export const readMoved = (userId: string): Promise<MovedOwner | undefined> => getItem(usersTable(), keyOf(userId));

/** Counts an invitation to `email` at `now` (unix seconds) to those read; fails if the owner has come since. */
export const invitedWrite = ({ userId, invitedAt }: MovedOwner, email: string, now: number): Write =>
  updateWrite(usersTable(), keyOf(userId), {
    set: { email, invitedAt: [...invitedAt, now] },
    if: 'size(invitedAt) = :before AND attribute_not_exists(cameAt) AND attribute_not_exists(undoneAt)',
    values: { before: invitedAt.length },
  });

/** Notes that SES is asked for an invitation's mail; false if it was before, and the next one comes in a week. */
export const beginInvitationMail = async (userId: string, mailed: string): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(userId), {
    set: { mailed },
    if: 'attribute_exists(pk) AND (attribute_not_exists(mailed) OR mailed <> :before)',
    values: { before: mailed },
  })) !== undefined;

/** SES has refused the mail of an owner's invitation: it may be tried again. */
export const withdrawInvitationMail = (userId: string): Promise<unknown> =>
  updateItemIf(usersTable(), keyOf(userId), { remove: ['mailed'], ...exists });

/** Whom the link of an invitation lets in, and the hash of the address that it went to; unix seconds. */
interface InvitationItem {
  userId: string;
  account: string;
  expiresAt: number;
}

type Invited = Pick<MovedOwner, 'userId' | 'email'>;

/** The token of a new link for a first password; made when it is mailed, and only its hash is kept. */
export async function invitationToken({ userId, email }: Invited): Promise<string> {
  const secret = newSecret();
  const invitation: InvitationItem = {
    userId,
    account: accountOf(email),
    expiresAt: clock.seconds() + invitationDays * day,
  };
  await putSecretItem('INVITATION', hash(secret), invitation);
  return linkToken(userId, secret);
}

/** Whether the secret of an owner's invitation is valid now; none is once they have come, or have another address. */
export async function readInvitation(
  { userId, email }: Invited,
  secret: string,
): Promise<'valid' | 'expired' | undefined> {
  const [link, owner] = await Promise.all([
    getItem<InvitationItem>(usersTable(), secretKey('INVITATION', hash(secret))),
    getItem<MovedOwner>(usersTable(), keyOf(userId)),
  ]);
  const isTheirs = link?.userId === userId && link.account === accountOf(email);
  if (!isTheirs || !owner || owner.undoneAt || owner.cameAt) return undefined;
  return link.expiresAt > clock.seconds() ? 'valid' : 'expired';
}

export const endInvitation = (secret: string): Promise<unknown> => deleteSecretItem('INVITATION', hash(secret));

/** An owner has set a password of their own. Does nothing for a user who was not moved in. */
export const noteArrival = async (userId: string): Promise<void> =>
  void (await updateItemIf(usersTable(), keyOf(userId), {
    set: { cameAt: clock.seconds() },
    if: 'attribute_exists(pk) AND attribute_not_exists(cameAt) AND attribute_not_exists(undoneAt)',
  }));

/** accountOf the addresses to which SES sends nothing (mails/mailboxes.ts); some may be former ones of their users. */
export const closedMailboxes = async (): Promise<Set<string>> =>
  new Set((await queryRange<{ account: string }>(usersTable(), { pk: mailboxesKey })).map(({ account }) => account));

/** From now on nobody comes as this owner; undefined if they have come, or were not moved in. */
export const beginMoveOut = (userId: string): Promise<MovedOwner | undefined> =>
  updateItemIf(usersTable(), keyOf(userId), {
    set: { undoneAt: clock.seconds() },
    if: 'attribute_exists(pk) AND attribute_not_exists(cameAt)',
  });

export const forgetMoved = (userId: string): Promise<unknown> => deleteItem(usersTable(), keyOf(userId));

/** How far the move is; null if nobody was moved in. */
export async function readMoveProgress(): Promise<MoveProgress | null> {
  const [owners, closed, way] = await Promise.all([
    queryRange<MovedOwner>(usersTable(), { pk: moveInKey }),
    closedMailboxes(),
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
    bounced: owners.filter((one) => !one.cameAt && closed.has(accountOf(one.email))).length,
    neverCame: owners.filter(isOverdue).length,
    inTheWay: way?.customers ?? 0,
  };
}
