import { getItem } from '#functions/platform/dynamodb/items';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';

/** Names the newest change of a subscription's quantities, by the key of its record (platform/once.ts). */
interface NewestChange {
  subscriptionId: string;
  key: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, subscriptionId: string) => ({
  pk: userKey(userId),
  sk: sortKeys.quantityChange(subscriptionId),
});

/** The key of the newest change: an event of Stripe names a subscription alone. Undefined if there is none. */
export const newestChange = async (userId: string, subscriptionId: string): Promise<string | undefined> =>
  (await getItem<NewestChange>(usersTable(), keyOf(userId, subscriptionId)))?.key;

/** The write that names the newest change, for the transaction that keeps its record. */
export const newestChangeWrite = (userId: string, newest: NewestChange): Write =>
  putWrite(usersTable(), keyOf(userId, newest.subscriptionId), newest);
