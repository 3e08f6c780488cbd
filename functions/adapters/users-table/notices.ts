import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import { noticesKey } from './keys';

/** What a user is told of by mail; see functions/domain/mails/notices.ts for the words. */
export type NoticeKind =
  | 'password-changed'
  | 'email-changed'
  | 'phone-changed'
  | 'mfa-enabled'
  | 'mfa-disabled'
  | 'recovery-code-used'
  | 'impersonation-began'
  | 'account-deleted';

/** What an owner is told of by mail whose payment is late; see functions/domain/mails/late-payment-mails.ts. */
export type LateNoticeKind = 'payment-overdue' | 'ends-in-two-weeks' | 'ends-in-three-days' | 'contract-ended';

/** The contract that a payment is late for. */
export interface LateContract {
  subscriptionId: string;
  customerId: string;
  shopName: string;
  /** Yen, tax included. */
  owed: number;
  /** When it ends, or ended; unix seconds. */
  endsAt: number;
}

/** A mail that is to go out. Times are unix seconds. */
export type NoticeItem = NoticeAddress & ({ kind: NoticeKind } | LateNotice);
export type LateNotice = { kind: LateNoticeKind; contract: LateContract };

interface NoticeAddress {
  id: string;
  userId: string;
  /** E-mail address. */
  to: string;
  /** When it happened. */
  at: number;
  /** Nobody else sends it until then. */
  claimedUntil?: number;
  /** After that it is not worth telling; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (id: string) => ({ pk: noticesKey, sk: id });

/** The write that leaves a notice; for a transaction with what it tells of. */
export const noticeWrite = (notice: NoticeItem) => ({
  Put: { TableName: usersTable(), Item: { ...keyOf(notice.id), ...notice } },
});

export async function putNotice(notice: NoticeItem): Promise<void> {
  await documents.send(new PutCommand(noticeWrite(notice).Put));
}

/** What waits and nobody is sending; more than `limit` is left for the next run. */
export async function listNotices(now: number, limit: number): Promise<NoticeItem[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': noticesKey },
      ConsistentRead: true,
    }),
  );
  const waiting = (Items as NoticeItem[]).filter(
    (notice) => (notice.claimedUntil ?? 0) <= now && notice.expiresAt > now,
  );
  return waiting.toSorted((one, other) => one.at - other.at).slice(0, limit);
}

/** Takes a notice for sending; false where another has it. */
export function claimNotice(id: string, now: number, until: number): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(id),
        UpdateExpression: 'SET claimedUntil = :until',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
        ExpressionAttributeValues: { ':until': until, ':now': now },
      }),
    ),
  );
}

export async function deleteNotice(id: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(id) }));
}
