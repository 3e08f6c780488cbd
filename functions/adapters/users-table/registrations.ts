import { exists } from '../dynamodb/expressions';
import { deleteItem, getItem, putItem, updateItem, updateItemIf } from '../dynamodb/items';
import { usersTable } from './table';
import { onlyItem, registrationKey } from './keys';

/** A registration made in one browser that waits for its code. Times are unix seconds. */
export interface RegistrationItem {
  email: string;
  username: string;
  /** Cognito's sub, if this registration created the user. */
  userId?: string;
  /**
   * The chosen password, unless this registration is known to have created the user; sealed with the secret of the
   * browser's cookie, so that only a call with that cookie can read it.
   */
  sealedPassword?: string;
  /** This browser's code was right, and the user has yet to get the chosen password and name. */
  proved?: boolean;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (secretHash: string) => ({ pk: registrationKey(secretHash), sk: onlyItem });

export const putRegistration = (secretHash: string, registration: RegistrationItem): Promise<void> =>
  putItem(usersTable(), keyOf(secretHash), registration);

/** The registration of a cookie, or undefined; it may have expired. */
export const readRegistration = (secretHash: string): Promise<RegistrationItem | undefined> =>
  getItem(usersTable(), keyOf(secretHash));

export const markProved = (secretHash: string): Promise<void> =>
  updateItem(usersTable(), keyOf(secretHash), { set: { proved: true }, ...exists });

/** This registration created the user, with the chosen password; nothing happens if it is gone. */
export async function keepNewUser(secretHash: string, userId: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(secretHash), { set: { userId }, remove: ['sealedPassword'], ...exists });
}

export async function deleteRegistration(secretHash: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(secretHash));
}
