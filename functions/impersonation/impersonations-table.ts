import { exists, updateItemIf } from '#functions/platform/dynamodb/items';
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
  /** When it ends at the latest. */
  endsAt: number;
  /** When it ended before, by whatever a call did. */
  endedAt?: number;
  /** The item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, id: string) => ({ pk: userKey(userId), sk: sortKeys.impersonation(id) });

export const impersonationWrite = (userId: string, item: ImpersonationItem): Write =>
  putWrite(usersTable(), keyOf(userId, item.id), item);

export const listImpersonations = (userId: string): Promise<ImpersonationItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.impersonation('') });

/** Notes the end in unix seconds; nothing if the user's items are deleted. */
export const closeImpersonation = async (userId: string, id: string, endedAt: number): Promise<void> =>
  void (await updateItemIf(usersTable(), keyOf(userId, id), { set: { endedAt }, ...exists }));
