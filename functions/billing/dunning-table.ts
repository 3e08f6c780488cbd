import * as z from 'zod/mini';
import {
  exists,
  isNew,
  type Condition,
  deleteItem,
  getItem,
  putItemIf,
  updateItemIf,
} from '#functions/platform/dynamodb/items';
import { defineTask } from '#functions/platform/tasks';
import { queryRange } from '#functions/platform/dynamodb/query';
import { deleteWrite, putWrite, writeAll, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, dunningKey } from '#functions/platform/users-table';

/** How far it is: the last notice to the owner, or that the end is planned at Stripe. */
type DunningStep = 'payment-overdue' | 'ends-in-two-weeks' | 'ends-soon' | 'ending';

/** The dunning of a subscription with a late payment. It has only ids and times (unix seconds). */
export interface DunningItem {
  subscriptionId: string;
  customerId: string;
  /** The oldest unpaid invoice; another one starts again. */
  invoiceId: string;
  /** When that invoice was due. */
  dueAt: number;
  /** The end that the notices name; another one starts again. */
  endsAt: number;
  step: DunningStep;
  /** When the last notice before the end was mailed; undefined if it was not. */
  sentAt?: number;
  /** The end that was planned at Stripe before, null if none was. */
  formerEnd?: number | null;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (subscriptionId: string) => ({ pk: dunningKey, sk: subscriptionId });

export const listDunning = (): Promise<DunningItem[]> => queryRange(usersTable(), { pk: dunningKey });

export const readDunning = (subscriptionId: string): Promise<DunningItem | undefined> =>
  getItem(usersTable(), keyOf(subscriptionId));

/** A step replaces the one `before`; the write is refused if another run was quicker. */
const stepAfter = (before: DunningItem | undefined): Condition =>
  before
    ? {
        if: 'invoiceId = :invoiceId AND endsAt = :endsAt AND step = :step',
        values: { invoiceId: before.invoiceId, endsAt: before.endsAt, step: before.step },
      }
    : isNew;

/** Keeps a step and enqueues its notice, which is so sent once; returns false if another run was quicker. */
export const tellStep = (item: DunningItem, before: DunningItem | undefined, notice: Write): Promise<boolean> =>
  writeAll([putWrite(usersTable(), keyOf(item.subscriptionId), item, stepAfter(before)), notice]);

/** Records that an end is about to be planned, before that happens; returns false if another run was quicker. */
export const beginForcedEnd = (item: DunningItem, before: DunningItem): Promise<boolean> =>
  putItemIf(usersTable(), keyOf(item.subscriptionId), item, stepAfter(before));

/** The owner has switched the renewal off while an end is planned: `endsAt` is the end that stays without a debt. */
export async function keepFormerEnd(subscriptionId: string, endsAt: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(subscriptionId), {
    set: { formerEnd: endsAt },
    if: 'formerEnd = :none',
    values: { none: null },
  });
}

/** The last notice before an end was mailed; does nothing if the dunning is over, or has another end. */
export async function keepSent(subscriptionId: string, endsAt: number, sentAt: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(subscriptionId), {
    set: { sentAt },
    if: 'step = :step AND endsAt = :endsAt',
    values: { step: 'ends-soon', endsAt },
  });
}

/** When a subscription is planned to end for a late payment (unix seconds); undefined if it is not. */
export async function forcedEndOf(subscriptionId: string): Promise<number | undefined> {
  const known = await readDunning(subscriptionId);
  return known?.step === 'ending' ? known.endsAt : undefined;
}

/** Does what is due for a late payment. dunning.ts does it. */
export const dunningTask = defineTask(
  'dunning',
  z.object({ subscriptionId: z.string(), customerId: z.string() }),
  ({ customerId }) => customerId,
);

/** Removes the dunning of an ended subscription and enqueues the notice; returns false if another run did. */
export const finishForcedEnd = (subscriptionId: string, notice: Write): Promise<boolean> =>
  writeAll([deleteWrite(usersTable(), keyOf(subscriptionId), exists), notice]);

/** Safe to repeat. */
export async function removeDunning(subscriptionId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(subscriptionId));
}
