import { exists, isNew, type Condition } from '../dynamodb/expressions';
import { deleteItem, putItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { deleteWrite, putWrite, writeAll } from '../dynamodb/transaction';
import { usersTable } from './table';
import { overdueKey } from './keys';
import { noticeWrite, type NoticeItem } from './notices';

/** How far a late payment has come: what the owner was told last, or that the contract is being ended. */
type OverdueStep = 'payment-overdue' | 'ends-in-two-weeks' | 'ends-in-three-days' | 'ending';

/** A subscription whose payment is late. Ids and times (unix seconds) only. */
export interface OverdueItem {
  subscriptionId: string;
  /** The oldest invoice that is not paid; another one begins anew. */
  invoiceId: string;
  step: OverdueStep;
  /** When the owner was first told of this invoice. */
  firstToldAt: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (subscriptionId: string) => ({ pk: overdueKey, sk: subscriptionId });

/** Every payment that is known to be late. */
export const listOverdue = (): Promise<OverdueItem[]> => queryRange(usersTable(), { pk: overdueKey });

/** A step replaces the one `before`; if another run was quicker, the write is refused. */
const stepAfter = (before: OverdueItem | undefined): Condition =>
  before
    ? {
        if: 'invoiceId = :invoiceId AND step = :step',
        values: { invoiceId: before.invoiceId, step: before.step },
      }
    : isNew;

/**
 * Keeps a step and enqueues its notice in one transaction, so that it is told exactly once; false if another run was
 * quicker.
 */
export const tellStep = (item: OverdueItem, before: OverdueItem | undefined, notice: NoticeItem): Promise<boolean> =>
  writeAll([putWrite(usersTable(), keyOf(item.subscriptionId), item, stepAfter(before)), noticeWrite(notice)]);

/** Keeps that a subscription is about to be ended, before it is; false if another run was quicker. */
export const beginEnding = (item: OverdueItem, before: OverdueItem): Promise<boolean> =>
  putItemIf(usersTable(), keyOf(item.subscriptionId), item, stepAfter(before));

/** The subscription has ended: removes it and enqueues the notice in one transaction; false if another run did. */
export const finishEnding = (subscriptionId: string, notice: NoticeItem): Promise<boolean> =>
  writeAll([deleteWrite(usersTable(), keyOf(subscriptionId), exists), noticeWrite(notice)]);

/** No payment of this subscription is late any more. Safe to repeat. */
export async function removeOverdue(subscriptionId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(subscriptionId));
}
