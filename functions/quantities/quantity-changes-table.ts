import { getItem } from '#functions/platform/dynamodb/items';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, sortKeys, userKey } from '#functions/platform/users-table';
import type { Increase, ItemTarget } from '#functions/billing/change-items';

/** The steps of a change. All quantities are absolute, so that repeating it changes nothing. */
export interface QuantityPlan extends Increase {
  /** Quantities by item before the change. */
  before: Record<string, number>;
  /** The subscription's newest invoice before the change; a newer invoice belongs to the change. */
  latestInvoiceId: string | null;
  /** Not charged. */
  rest: ItemTarget[];
}

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
