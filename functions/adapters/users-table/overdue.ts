import { DeleteCommand, PutCommand, TransactWriteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import { overdueKey } from './keys';
import { noticeWrite, type NoticeItem } from './notices';

/** How far a late payment has come: what the owner was told last, or that the contract is being ended. */
export type OverdueStep = 'payment-overdue' | 'ends-in-two-weeks' | 'ends-in-three-days' | 'ending';

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
export async function listOverdue(): Promise<OverdueItem[]> {
  const items: OverdueItem[] = [];
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': overdueKey },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    items.push(...(Items as OverdueItem[]));
  }
  return items;
}

/** The write of a step in the place of the one that was `before`; it fails where another run was quicker. */
function stepWrite(item: OverdueItem, before: OverdueItem | undefined) {
  return {
    TableName: usersTable(),
    Item: { ...keyOf(item.subscriptionId), ...item },
    ...(before
      ? {
          ConditionExpression: 'invoiceId = :invoiceId AND step = :step',
          ExpressionAttributeValues: { ':invoiceId': before.invoiceId, ':step': before.step },
        }
      : { ConditionExpression: 'attribute_not_exists(pk)' }),
  };
}

/**
 * Writes down a step and leaves its notice in one transaction, so that it is told exactly once; false where another
 * run was quicker.
 */
export const tellStep = (item: OverdueItem, before: OverdueItem | undefined, notice: NoticeItem): Promise<boolean> =>
  unlessRefused(
    documents.send(
      new TransactWriteCommand({ TransactItems: [{ Put: stepWrite(item, before) }, noticeWrite(notice)] }),
    ),
  );

/** Writes down that a contract is about to be ended, before it is; false where another run was quicker. */
export const beginEnding = (item: OverdueItem, before: OverdueItem): Promise<boolean> =>
  unlessRefused(documents.send(new PutCommand(stepWrite(item, before))));

/** The contract has ended: strikes it out and leaves the notice in one transaction; false where another run did. */
export const finishEnding = (subscriptionId: string, notice: NoticeItem): Promise<boolean> =>
  unlessRefused(
    documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Delete: {
              TableName: usersTable(),
              Key: keyOf(subscriptionId),
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
          noticeWrite(notice),
        ],
      }),
    ),
  );

/** Nothing is late any more. Safe to repeat. */
export async function strikeOverdue(subscriptionId: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(subscriptionId) }));
}
