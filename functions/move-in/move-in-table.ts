import { invitationDays, moveInKey, type MovedOwner } from '#shared/model/move-in';
import { linkToken } from '#functions/accounts/link-token';
import { accountOf } from '#functions/limits/attempts';
import { clock } from '#functions/platform/clock';
import { deleteItem, getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { hash, newSecret } from '#functions/platform/crypto';
import { deleteSecretItem, putSecretItem, secretKey } from '#functions/platform/secret-items';
import { usersTable } from '#functions/platform/users-table';

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

/** From now on nobody comes as this owner; undefined if they have come, or were not moved in. */
export const beginMoveOut = (userId: string): Promise<MovedOwner | undefined> =>
  updateItemIf(usersTable(), keyOf(userId), {
    set: { undoneAt: clock.seconds() },
    if: 'attribute_exists(pk) AND attribute_not_exists(cameAt)',
  });

export const forgetMoved = (userId: string): Promise<unknown> => deleteItem(usersTable(), keyOf(userId));
