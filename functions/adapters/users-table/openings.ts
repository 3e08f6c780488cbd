import { isNew } from '../dynamodb/expressions';
import { deleteItem, getItem, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { checkWrite, putWrite, transact, updateWrite, type Write } from '../dynamodb/transaction';
import { usersTable } from './table';
import type { ErrorCode } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import type { NewCustomer } from '../stripe/customers';
import type { PlannedPromotion } from '../stripe/subscriptions';
import type { ShopItem } from './items';
import { sortKeys, userKey } from './keys';
import { ownershipWrites } from './shops';

/** Everything to make. It is decided once, when the request is accepted, so that every retry makes the same. */
export interface OpeningPlan {
  /** The shop's customer; left out if the shop exists and gets a subscription only. */
  customer?: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  /** `paymentMethodId` pays for the subscription of an existing shop. */
  subscription?: {
    items: { priceId: string; quantity: number }[];
    promotionCode?: PlannedPromotion;
    paymentMethodId?: string;
    /** Of an existing shop: whether it was ordered with the free trial. */
    trial?: boolean;
  };
}

/** The idempotency record of a request that opens a shop or gives it a subscription, with everything made so far. */
export interface OpeningItem {
  /** Hash of the idempotency key. */
  key: string;
  /** Its own id, part of its idempotency keys at Stripe. */
  id: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  /** Unix seconds. */
  createdAt: number;
  /** `undoing`: Stripe or the bank refused the subscription for good, so everything made for it is being removed. */
  state: 'working' | 'undoing' | 'refused' | 'done';
  plan: OpeningPlan;
  /** The hash of the address whose trial it claimed; null if none, absent in records of an earlier version. */
  trialHash?: string | null;
  /** The lease: who works on it, and until when (unix milliseconds). */
  lease: { holder: string; until: number };
  customerId?: string;
  subscriptionId?: string;
  /** The snapshot of the shop that was opened shows the subscription. */
  shown?: true;
  clientSecret?: string;
  /** The outcome of the first payment, if the shop existed before. */
  charge?: Charge;
  /** How often Stripe responded to a write with a failure of its own. */
  spentKeys: number;
  refusal?: { code: ErrorCode; text?: string };
  /** Unix milliseconds. */
  endedAt?: number;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

type Change = Partial<
  Pick<
    OpeningItem,
    | 'state'
    | 'lease'
    | 'customerId'
    | 'subscriptionId'
    | 'shown'
    | 'clientSecret'
    | 'charge'
    | 'spentKeys'
    | 'refusal'
    | 'endedAt'
  >
>;

const keyOf = (userId: string, key: string) => ({ pk: userKey(userId), sk: sortKeys.opening(key) });

export const readOpening = (userId: string, key: string): Promise<OpeningItem | undefined> =>
  getItem(usersTable(), keyOf(userId, key));

const livingUser = (userId: string): Write =>
  checkWrite(
    usersTable(),
    { pk: userKey(userId), sk: sortKeys.profile },
    { if: 'attribute_exists(userId) AND attribute_not_exists(deletingSince)' },
  );

/**
 * Puts a new record, or replaces the record with the id `instead`, together with the notes of what it uses (ledgers.ts,
 * trials.ts). Nothing is written if another request was quicker (`taken`), if one noted something since they were read
 * (`used`), or if the account is deleted or being deleted (`no-user`).
 */
export async function beginOpening(
  userId: string,
  opening: OpeningItem,
  instead: string | undefined,
  used: readonly Write[],
): Promise<'begun' | 'taken' | 'used' | 'no-user'> {
  const condition = instead === undefined ? isNew : { if: 'id = :instead', values: { instead } };
  const outcome = await transact([
    livingUser(userId),
    putWrite(usersTable(), keyOf(userId, opening.key), opening, condition),
    ...used,
  ]);
  if (outcome.written) return 'begun';
  const [noUser, taken] = outcome.failed;
  if (noUser) return 'no-user';
  return taken ? 'taken' : 'used';
}

/** Records what a step has done; returns false if another holder has taken the record over. */
export const changeOpening = async (
  userId: string,
  opening: Pick<OpeningItem, 'key' | 'id' | 'lease'>,
  change: Change,
): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(userId, opening.key), {
    set: change,
    if: 'id = :id AND #lease.holder = :holder',
    values: { id: opening.id, holder: opening.lease.holder },
  })) !== undefined;

/** All records of a user, which are kept for seven days. */
export const listOpenings = (userId: string): Promise<OpeningItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.opening('') });

/** Deletes a record that must not be completed any more. Safe to repeat. */
export async function deleteOpening(userId: string, key: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId, key));
}

/**
 * Makes the customer the user's shop and keeps it in the opening, in one transaction, so that neither exists without
 * the other. Returns `taken` if the opening has ended or has another customer, and `no-user` if the account is deleted
 * or being deleted, because the shop would have no owner.
 */
export async function recordCustomer(
  userId: string,
  opening: Pick<OpeningItem, 'key' | 'id'>,
  shop: ShopItem,
): Promise<'recorded' | 'taken' | 'no-user'> {
  const { customerId } = shop;
  // Another shop of the same user may be recorded at this moment.
  const outcome = await transact([
    livingUser(userId),
    ...ownershipWrites(userId, shop),
    updateWrite(usersTable(), keyOf(userId, opening.key), {
      set: { customerId },
      if: 'id = :id AND #state = :working AND (attribute_not_exists(customerId) OR customerId = :customerId)',
      values: { id: opening.id, customerId, working: 'working' },
    }),
  ]);
  if (outcome.written) return 'recorded';
  return outcome.failed[0] ? 'no-user' : 'taken';
}
