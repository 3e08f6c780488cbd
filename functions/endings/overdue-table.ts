import { exists, isNew, type Condition, deleteItem, getItem, putItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { deleteWrite, putWrite, writeAll, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, overdueKey } from '#functions/platform/users-table';

/** The progress of a late payment: the last notice to the owner, or that the subscription is being ended. */
type OverdueStep = 'payment-overdue' | 'ends-in-two-weeks' | 'ends-in-three-days' | 'ending';

/** A subscription with a late payment. It has only ids and times (unix seconds). */
export interface OverdueItem {
  subscriptionId: string;
  customerId: string;
  /** The oldest unpaid invoice; another one starts again. */
  invoiceId: string;
  /** When that invoice was due. */
  dueAt: number;
  step: OverdueStep;
  /** When the owner was first told of this invoice. */
  firstToldAt: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (subscriptionId: string) => ({ pk: overdueKey, sk: subscriptionId });

/** Every payment known to be late. */
export const listOverdue = (): Promise<OverdueItem[]> => queryRange(usersTable(), { pk: overdueKey });

/** What is known of a late payment; undefined if nothing is. */
export const readOverdue = (subscriptionId: string): Promise<OverdueItem | undefined> =>
  getItem(usersTable(), keyOf(subscriptionId));

/** A step replaces the one `before`; the write is refused if another run was quicker. */
const stepAfter = (before: OverdueItem | undefined): Condition =>
  before
    ? {
        if: 'invoiceId = :invoiceId AND step = :step',
        values: { invoiceId: before.invoiceId, step: before.step },
      }
    : isNew;

/**
 * Keeps a step and enqueues its notice in one transaction, so that the owner gets it exactly once; returns false if
 * another run was quicker.
 */
export const tellStep = (item: OverdueItem, before: OverdueItem | undefined, notice: Write): Promise<boolean> =>
  writeAll([putWrite(usersTable(), keyOf(item.subscriptionId), item, stepAfter(before)), notice]);

/** Records that a subscription is about to be ended, before that happens; returns false if another run was quicker. */
export const beginEnding = (item: OverdueItem, before: OverdueItem): Promise<boolean> =>
  putItemIf(usersTable(), keyOf(item.subscriptionId), item, stepAfter(before));

/** Whether a subscription is being ended for a late payment, which has a notice of its own. */
export const isEnding = async (subscriptionId: string): Promise<boolean> =>
  (await readOverdue(subscriptionId))?.step === 'ending';

/**
 * The subscription has ended: removes the late payment and enqueues the notice in one transaction; returns false if
 * another run did.
 */
export const finishEnding = (subscriptionId: string, notice: Write): Promise<boolean> =>
  writeAll([deleteWrite(usersTable(), keyOf(subscriptionId), exists), notice]);

/** Removes the late payment of this subscription. Safe to repeat. */
export async function removeOverdue(subscriptionId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(subscriptionId));
}
