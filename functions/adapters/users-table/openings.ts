import { isNew } from '../dynamodb/expressions';
import { deleteItem, getItem, putItemIf, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { checkWrite, tryTransaction, updateWrite } from '../dynamodb/transaction';
import { usersTable } from './table';
import type { ErrorCode } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import type { NewCustomer } from '../stripe/customers';
import type { ShopItem } from './items';
import { sortKeys, userKey } from './keys';
import { ownershipWrites } from './shops';

/** What is to be made, decided once when the request is accepted, so that whoever completes it makes the same. */
export interface OpeningPlan {
  /** The shop's customer; left out if the shop exists and gets a subscription only. */
  customer?: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  /** `paymentMethodId` pays the subscription of a shop that exists. */
  subscription?: {
    items: { priceId: string; quantity: number }[];
    promotionCode?: { id: string; code: string };
    paymentMethodId?: string;
  };
}

/** The idempotency record of a request that opens a shop or gives it a subscription, with what was made so far. */
export interface OpeningItem {
  /** Hash of the idempotency key. */
  key: string;
  /** Its own id, part of its idempotency keys at Stripe. */
  id: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  /** Unix seconds. */
  createdAt: number;
  /** `undoing`: Stripe or the bank refused the subscription for good, so what was made for it is being removed. */
  state: 'working' | 'undoing' | 'refused' | 'done';
  plan: OpeningPlan;
  /** Who works on it, and until when (unix milliseconds) nobody else may. */
  lease: { holder: string; until: number };
  customerId?: string;
  subscriptionId?: string;
  clientSecret?: string;
  /** What became of the first payment, if the shop existed before. */
  charge?: Charge;
  /** How often Stripe answered a write with a failure of its own. */
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

/** Puts a new record, or one in the place of the record with the id `instead`; false if another request was quicker. */
export const beginOpening = (userId: string, opening: OpeningItem, instead: string | undefined): Promise<boolean> =>
  putItemIf(
    usersTable(),
    keyOf(userId, opening.key),
    opening,
    instead === undefined ? isNew : { if: 'id = :instead', values: { instead } },
  );

/** Writes what a step has done; false if another holder has taken the record over. */
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

/** Deletes a record that is not to be completed any more. Safe to repeat. */
export async function deleteOpening(userId: string, key: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId, key));
}

/**
 * Makes the customer the user's shop and keeps it in the opening, in one transaction, so that neither exists without
 * the other. `taken`: the opening has ended or has another customer. `no-user`: the account is deleted or being
 * deleted, so the shop would have no owner.
 */
export async function recordCustomer(
  userId: string,
  opening: Pick<OpeningItem, 'key' | 'id'>,
  shop: ShopItem,
): Promise<'recorded' | 'taken' | 'no-user'> {
  const profile = { pk: userKey(userId), sk: sortKeys.profile };
  const { customerId } = shop;
  const outcome = await tryTransaction([
    checkWrite(usersTable(), profile, { if: 'attribute_exists(pk) AND attribute_not_exists(deletingSince)' }),
    ...ownershipWrites(userId, shop),
    updateWrite(usersTable(), keyOf(userId, opening.key), {
      set: { customerId },
      if: 'id = :id AND #state = :working AND (attribute_not_exists(customerId) OR customerId = :customerId)',
      values: { id: opening.id, customerId, working: 'working' },
    }),
  ]);
  if (outcome.written) return 'recorded';
  if (outcome.contention) throw outcome.contention;
  return outcome.failed[0] ? 'no-user' : 'taken';
}
