import { getItem, putItem } from '../dynamodb/items';
import { putWrite, type Write } from '../dynamodb/transaction';
import { usersTable } from './table';
import type { ErrorCode } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import type { ItemTarget } from '../stripe/change-items';
import { sortKeys, userKey } from './keys';

/** The steps of a change. All quantities are absolute, so that repeating it changes nothing. */
export interface QuantityPlan {
  /** Quantities by item before the change. */
  before: Record<string, number>;
  /** The subscription's newest invoice before the change; a newer invoice belongs to the change. */
  latestInvoiceId: string | null;
  /** Charged at once, and done first. */
  increases: ItemTarget[];
  /** Not charged. */
  rest: ItemTarget[];
  /** Unix seconds. */
  prorationDate: number;
}

/** The idempotency record of the newest change of a subscription's quantities. Its readers hold the shop's lease. */
export interface QuantityChangeItem {
  subscriptionId: string;
  /** Its own id, part of its idempotency keys at Stripe. */
  id: string;
  /** Hash of the idempotency key, and of the call and its content. */
  key: string;
  fingerprint: string;
  /** `awaiting`: its invoice waits for the card's holder; `refused`: no part of it remains. */
  state: 'working' | 'awaiting' | 'done' | 'refused';
  plan: QuantityPlan;
  /** How often Stripe responded to a write with a failure of its own. */
  spentKeys: number;
  charge?: Charge;
  refusal?: { code: ErrorCode; text: string };
  /** Unix milliseconds. */
  endedAt?: number;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, subscriptionId: string) => ({
  pk: userKey(userId),
  sk: sortKeys.quantityChange(subscriptionId),
});

export const readQuantityChange = (userId: string, subscriptionId: string): Promise<QuantityChangeItem | undefined> =>
  getItem(usersTable(), keyOf(userId, subscriptionId));

/** Keeps a change and replaces the one before it. */
export const putQuantityChange = (userId: string, change: QuantityChangeItem): Promise<void> =>
  putItem(usersTable(), keyOf(userId, change.subscriptionId), change);

/** The same as a write of the transaction that accepts what it follows from. */
export const quantityChangeWrite = (userId: string, change: QuantityChangeItem): Write =>
  putWrite(usersTable(), keyOf(userId, change.subscriptionId), change);
