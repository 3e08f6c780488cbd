import { exists, getItem, putItem, updateItem, updateItemIf, deleteItemIf } from '#functions/platform/dynamodb/items';
import { onlyItem, codeMailKey, sortKeys, userKey, usersTable } from '#functions/platform/users-table';
import { hash } from '#functions/platform/crypto';
import { putSecretItem, readSecretItem, secretKey } from '#functions/platform/secret-items';

/** A registration made in one browser that waits for its code. Times are unix seconds. */
export interface RegistrationItem {
  email: string;
  username: string;
  /** Cognito's sub, if this registration created the user. */
  userId?: string;
  /** The chosen password, unless this registration created the user; sealed with the secret of the browser's cookie. */
  sealedPassword?: string;
  /** This browser's code was right, and the user has yet to get the chosen password and name. */
  proved?: boolean;
  /** Hash of a code to which Cognito's response was lost. */
  tried?: string;
  /** Also the item's TTL. */
  expiresAt: number;
}

const registrationOf = (secretHash: string) => secretKey('REGISTRATION', secretHash);

/** The registration of a cookie; undefined once it has expired. */
export const readRegistration = async (cookie: string | undefined): Promise<RegistrationItem | undefined> =>
  cookie === undefined ? undefined : readSecretItem('REGISTRATION', hash(cookie));

export const noteRegistration = (
  secretHash: string,
  set: Pick<RegistrationItem, 'proved'> | Pick<RegistrationItem, 'tried'>,
): Promise<void> => updateItem(usersTable(), registrationOf(secretHash), { set, ...exists });

/** This registration created the user, with the chosen password; nothing happens if it is gone. */
export async function keepNewUser(secretHash: string, userId: string): Promise<void> {
  await updateItemIf(usersTable(), registrationOf(secretHash), {
    set: { userId },
    remove: ['sealedPassword'],
    ...exists,
  });
}

/** Whose registration the holder of a mailed link may delete. Times are unix seconds. */
export interface CancellationItem {
  /** Hash of the address that the mail went to. */
  account: string;
  /** Also the item's TTL. */
  expiresAt: number;
}

const mailOf = (account: string) => ({ pk: codeMailKey(account), sk: onlyItem });

/**
 * Keeps the hash of the secret with which the receiver of a confirmation mail can delete the registration, and that
 * such a mail went out: its code may be valid until `codeExpiresAt`. `account` is the hash of the address; `resetAt`:
 * when a link for a new password was asked for too.
 */
export async function recordCodeMail(
  account: string,
  secretHash: string,
  { codeExpiresAt, expiresAt, resetAt }: { codeExpiresAt: number; expiresAt: number; resetAt?: number | undefined },
): Promise<void> {
  const cancellation: CancellationItem = { account, expiresAt };
  await Promise.all([
    putSecretItem('CANCELLATION', secretHash, cancellation),
    // A mail without such a link leaves the time of the last one: anybody may have it sent.
    updateItem(usersTable(), mailOf(account), { set: { expiresAt: codeExpiresAt, resetAt } }),
  ]);
}

/** Whether a code that was mailed to this address may still confirm. `now` in unix seconds. */
export async function mayBeConfirmed(account: string, now: number): Promise<boolean> {
  const item = await getItem<{ expiresAt: number }>(usersTable(), mailOf(account));
  return item !== undefined && item.expiresAt > now;
}

/** When a link for a new password was last asked for with this address, in unix seconds; 0 if nothing is known. */
export const readResetAt = async (account: string): Promise<number> =>
  (await getItem<{ resetAt?: number }>(usersTable(), mailOf(account)))?.resetAt ?? 0;

/** A new e-mail address that waits for its code. Times are unix seconds. */
interface EmailChangeItem {
  newEmail: string;
  /** When Cognito's code ends; also the item's TTL. */
  expiresAt: number;
}

const emailChangeOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.emailChange });

/** Replaces an earlier one. */
export const putEmailChange = (userId: string, change: EmailChangeItem): Promise<void> =>
  putItem(usersTable(), emailChangeOf(userId), change);

/** The waiting change, or undefined; it may have expired. */
export const readEmailChange = (userId: string): Promise<EmailChangeItem | undefined> =>
  getItem(usersTable(), emailChangeOf(userId));

/** Deletes the change to this address; one to another address, requested since, stays. */
export async function deleteEmailChange(userId: string, newEmail: string): Promise<void> {
  await deleteItemIf(usersTable(), emailChangeOf(userId), { if: 'newEmail = :newEmail', values: { newEmail } });
}
