import type { ImpersonationEnd } from '#functions/platform/audit-record';
import { getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';

/** An impersonation as its user reads it. Times are unix seconds. */
export interface ImpersonationItem {
  /** Also in the audit records and the log. */
  id: string;
  /** Id and address of the administrator: a name is what they type. */
  by: string;
  administrator: string;
  reason: string;
  startedAt: number;
  endsAt: number;
  endedAt?: number;
  ending?: ImpersonationEnd;
  /** The item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, id: string) => ({ pk: userKey(userId), sk: sortKeys.impersonation(id) });

export const impersonationWrite = (userId: string, item: ImpersonationItem): Write =>
  putWrite(usersTable(), keyOf(userId, item.id), item);

export const listImpersonations = (userId: string): Promise<ImpersonationItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.impersonation('') });

export const readImpersonation = (userId: string, id: string): Promise<ImpersonationItem | undefined> =>
  getItem(usersTable(), keyOf(userId, id));

/** Notes the end; false if one is noted already, or the user's items are deleted. */
export const closeImpersonation = async (
  userId: string,
  id: string,
  end: { endedAt: number; ending: ImpersonationEnd },
): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(userId, id), {
    set: end,
    if: 'attribute_exists(pk) AND attribute_not_exists(endedAt)',
  })) !== undefined;
