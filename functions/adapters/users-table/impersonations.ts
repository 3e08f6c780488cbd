import { getItem, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { putWrite, type Write } from '../dynamodb/transaction';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** How an impersonation ended; `interrupted` if the call that ended it could not record how. */
export type Ending =
  | 'sign-out'
  | 'sign-in'
  | 'expiry'
  | 'user'
  | 'credentials'
  | 'user-disabled'
  | 'account-deleted'
  | 'too-many-sessions'
  | 'administrator'
  | 'interrupted';

/** An impersonation as its user reads it. Times are unix seconds. */
export interface ImpersonationItem {
  /** Also in the audit records and the log. */
  id: string;
  /** Id and display name of the administrator. */
  by: string;
  administrator: string;
  reason: string;
  startedAt: number;
  /** When its session expires. */
  endsAt: number;
  endedAt?: number;
  ending?: Ending;
  /** The item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, id: string) => ({ pk: userKey(userId), sk: sortKeys.impersonation(id) });

/** The write of a beginning impersonation, for the transaction that writes its session. */
export const impersonationWrite = (userId: string, item: ImpersonationItem): Write =>
  putWrite(usersTable(), keyOf(userId, item.id), item);

/** All impersonations of a user, in no order. */
export const listImpersonations = (userId: string): Promise<ImpersonationItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.impersonation('') });

export const readImpersonation = (userId: string, id: string): Promise<ImpersonationItem | undefined> =>
  getItem(usersTable(), keyOf(userId, id));

/** Notes the end; false if one is noted already, or the user's items are deleted. */
export const closeImpersonation = async (
  userId: string,
  id: string,
  end: { endedAt: number; ending: Ending },
): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(userId, id), {
    set: end,
    if: 'attribute_exists(pk) AND attribute_not_exists(endedAt)',
  })) !== undefined;
