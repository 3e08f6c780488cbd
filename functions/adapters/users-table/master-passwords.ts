import { getItem, putItem } from '../dynamodb/items';
import { masterPasswordKey, onlyItem } from './keys';
import { usersTable } from './table';

/** The stored part of a master password. */
export interface MasterPasswordItem {
  /** Id of the administrator for whom it was made. */
  administrator: string;
  /** Their credential epoch then; it works only in this one. */
  epoch: number;
  reason: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (passwordHash: string) => ({ pk: masterPasswordKey(passwordHash), sk: onlyItem });

export const putMasterPassword = (passwordHash: string, item: MasterPasswordItem): Promise<void> =>
  putItem(usersTable(), keyOf(passwordHash), item);

export const readMasterPassword = (passwordHash: string): Promise<MasterPasswordItem | undefined> =>
  getItem(usersTable(), keyOf(passwordHash));
