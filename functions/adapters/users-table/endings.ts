import { isNew } from '../dynamodb/expressions';
import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { putWrite, writeAll } from '../dynamodb/transaction';
import { sortKeys, userKey } from './keys';
import { noticeWrite, type NoticeItem } from './notices';
import { usersTable } from './table';

/**
 * The newest end of a subscription. `intended`: kept before the request to Stripe, so that every accepted end has its
 * receipt; `told`: the owner knows of this end from the notices of a late payment.
 */
export interface EndingItem {
  subscriptionId: string;
  customerId: string;
  state: 'intended' | 'planned' | 'ended' | 'withdrawn' | 'told';
  /** The number that people use to name the end; absent if the portal did not make it. */
  receipt?: EndingReceiptItem;
  /** Of an end that is intended: the receipt of the planned one, which counts until Stripe has the new one. */
  before?: EndingReceiptItem;
  /** Of an end for a late payment: what was kept before, which counts again if that end does not come. */
  instead?: EndingItem;
}

/** What the receipt of an end says; see EndingReceipt in shared/model/ending-plan.ts. */
interface EndingReceiptItem {
  number: string;
  acceptedAt: number;
  shopName: string;
  contract: string;
  devices: number;
  endsAt: number;
  atOnce: boolean;
  total: number | null;
  owed: number;
}

const keyOf = (userId: string, subscriptionId: string) => ({
  pk: userKey(userId),
  sk: sortKeys.ending(subscriptionId),
});

export const readEnding = (userId: string, subscriptionId: string): Promise<EndingItem | undefined> =>
  getItem(usersTable(), keyOf(userId, subscriptionId));

/** Keeps an end and replaces the one before it. */
export const keepEnding = (userId: string, ending: EndingItem): Promise<void> =>
  putItem(usersTable(), keyOf(userId, ending.subscriptionId), ending);

/** Forgets the end of a subscription. Safe to repeat. */
export async function removeEnding(userId: string, subscriptionId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId, subscriptionId));
}

/** The condition that an end is as it was read; `from` is undefined if there was none. */
const unchangedSince = (from: EndingItem | undefined) =>
  from
    ? {
        if: '#state = :from AND (attribute_not_exists(receipt) OR receipt.#number = :number)',
        values: { from: from.state, number: from.receipt?.number ?? '' },
      }
    : isNew;

/** Keeps a new end in the place of the one that was read; returns false if another request was quicker. */
export const startEnding = (userId: string, from: EndingItem | undefined, to: EndingItem): Promise<boolean> =>
  writeAll([putWrite(usersTable(), keyOf(userId, to.subscriptionId), to, unchangedSince(from))]);

/**
 * Moves an end on and enqueues its notice in one transaction, so that the owner is told once; returns false if another
 * run was quicker. `from` is the end as it was read; undefined if there was none.
 */
export function moveEnding(
  userId: string,
  from: EndingItem | undefined,
  to: EndingItem,
  notice: NoticeItem,
): Promise<boolean> {
  return writeAll([
    putWrite(usersTable(), keyOf(userId, to.subscriptionId), to, unchangedSince(from)),
    noticeWrite(notice),
  ]);
}
