import type { DeviceRequestLabel } from '#shared/model/device-request';
import type { ExportMonths } from '#shared/model/document-export';
import type { MovementLabel, Parcel } from '#shared/model/movement';
import { deleteItemIf, getItem, putItem, putItemIf, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { exists, isNew } from '../dynamodb/expressions';
import { putWrite, writeAll, type Write } from '../dynamodb/transaction';
import { usersTable } from './table';
import { noticesKey, onlyItem, toldKey } from './keys';

/** What a notice tells a user; the words are in functions/domain/mails/notices.ts. */
export type NoticeKind =
  | 'password-changed'
  | 'account-restored'
  | 'email-changed'
  | 'phone-changed'
  | 'mfa-enabled'
  | 'mfa-disabled'
  | 'recovery-code-used'
  | 'impersonation-began'
  | 'invoice-address-changed'
  | 'account-deleted';

/** What a notice tells an owner whose payment is late; see functions/domain/mails/late-payment-mails.ts. */
export type LateNoticeKind = 'payment-overdue' | 'ends-in-two-weeks' | 'ends-in-three-days' | 'contract-ended';

/** The subscription with the late payment. */
interface LatePayment {
  subscriptionId: string;
  customerId: string;
  shopName: string;
  /** Yen, tax included. */
  owed: number;
  /** When it ends, or ended; unix seconds. */
  endsAt: number;
}

/** A notice in the outbox. Times are unix seconds. */
export type NoticeItem = NoticeAddress &
  (
    | ({ kind: NoticeKind } & NoticeDetails)
    | LateNotice
    | InvoiceAddressNotice
    | SubscriptionNotice
    | NewsNotice
    | ExportNotice
  );
export type LateNotice = { kind: LateNoticeKind; contract: LatePayment };
/** Asks the receiver of the mail to become the invoice address of a shop. */
interface InvoiceAddressNotice {
  kind: 'invoice-address';
  customerId: string;
}

/** Tells an owner that an export of their documents can be downloaded. */
export interface ExportNotice {
  kind: 'export-ready';
  exported: { id: string } & ExportMonths;
}

/** What a notice tells of a subscription; the words are in functions/domain/mails/subscription-mails.ts. */
export interface SubscriptionNotice {
  kind: 'ordered' | 'trial-ending' | 'will-end' | 'ended' | 'end-withdrawn';
  /** Yen, tax included; times in unix seconds. Unknown values are left out. */
  subscription: {
    id: string;
    shopName: string;
    devices?: number;
    /** The calendar day in Japan by which ordered devices are shipped. */
    shipsBy?: string;
    /** The end of the subscription, or of its trial. */
    endsAt?: number;
    /** What was so before: its planned end, null if it went on. */
    formerEnd?: number | null;
    /** The planned end of a subscription whose trial ends before. */
    plannedEnd?: number;
    /** Charges each month. */
    total?: number;
    owed?: number;
    /** Nothing can be charged: no card is saved. */
    withoutCard?: boolean;
  };
}

/** What news about devices on their way and device requests is about; owners can switch its mails off. */
export interface News {
  /** The kind of movement or of device request. */
  what: MovementLabel | DeviceRequestLabel;
  receiptNumber: string;
  customerId: string;
  shopName: string;
  count: number;
  serialNumbers: readonly string[];
  parcel?: Parcel;
}

/** The words are in functions/domain/mails/news-mails.ts. */
export interface NewsNotice {
  kind:
    | 'movement-sent'
    | 'movement-arrived'
    | 'movement-cancelled'
    | 'request-in-work'
    | 'request-done'
    | 'request-cancelled';
  news: News;
}

/** What staff are told of an impersonation: the administrator's id, and the reason they gave. */
export interface NoticeDetails {
  impersonation?: { by: string; reason: string };
}

export interface NoticeAddress {
  id: string;
  userId: string;
  /** E-mail address. */
  to: string;
  /** When the event happened. */
  at: number;
  /** Claimed by a run until this time. */
  claimedUntil?: number;
  /** The mail has gone out; what is left is to tell the staff. */
  mailed?: true;
  /** Dropped after this time; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (id: string) => ({ pk: noticesKey, sk: id });

/** The write that enqueues a notice, for the transaction of the change it reports. */
export const noticeWrite = (notice: NoticeItem): Write => putWrite(usersTable(), keyOf(notice.id), notice);

export const enqueueNotice = (notice: NoticeItem): Promise<void> => putItem(usersTable(), keyOf(notice.id), notice);

/**
 * Enqueues a notice in one of so many places that a user has for its kind; the notice's id is that of the place. False
 * if all are taken by notices that still wait. `at` of the notice is now.
 */
export async function enqueueInPlace(notice: NoticeItem, places: number): Promise<boolean> {
  const free = { if: 'attribute_not_exists(pk) OR expiresAt <= :now', values: { now: notice.at } };
  for (let place = 0; place < places; place += 1) {
    const id = `${notice.userId}#${notice.kind}#${place}`;
    if (await putItemIf(usersTable(), keyOf(id), { ...notice, id }, free)) return true;
  }
  return false;
}

/** How long it is remembered that a notice was enqueued, in seconds: longer than any request is repeated. */
const remembered = 7 * 24 * 60 * 60;

/** Enqueues a notice, once for what it tells of; returns false if it was enqueued before. */
export const enqueueOnce = (what: string, notice: NoticeItem): Promise<boolean> =>
  writeAll([
    putWrite(
      usersTable(),
      { pk: toldKey(what), sk: onlyItem },
      { toldAt: notice.at, expiresAt: notice.at + remembered },
      isNew,
    ),
    noticeWrite(notice),
  ]);

/** All waiting notices that no run has claimed, oldest first. `now` in unix seconds. */
export async function listNotices(now: number): Promise<NoticeItem[]> {
  const all = await queryRange<NoticeItem>(usersTable(), { pk: noticesKey });
  const waiting = all.filter((notice) => (notice.claimedUntil ?? 0) <= now && notice.expiresAt > now);
  return waiting.toSorted((left, right) => left.at - right.at);
}

/** Claims a notice for sending; false if another run has it. */
export const claimNotice = async (id: string, now: number, until: number): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(id), {
    set: { claimedUntil: until },
    if: 'attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
    values: { now },
  })) !== undefined;

/** Notes that the mail of a notice has gone out. */
export async function keepMailed(id: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(id), { set: { mailed: true }, ...exists });
}

/** Removes a claimed notice; one that has taken its place meanwhile stays. */
export async function removeNotice(id: string): Promise<void> {
  await deleteItemIf(usersTable(), keyOf(id), { if: 'attribute_exists(claimedUntil)' });
}

/** The notice about the end of a subscription that waits. A newer one takes its place. */
export const endNoticeId = (subscriptionId: string): string => `end#${subscriptionId}`;
export const readNotice = (id: string): Promise<NoticeItem | undefined> => getItem(usersTable(), keyOf(id));

const toldEndKey = (subscriptionId: string) => ({ pk: toldKey(`end#${subscriptionId}`), sk: onlyItem });
/** Longer than a planned end is ahead, in seconds. */
const endRemembered = 400 * 24 * 60 * 60;

/** Keeps the end that an owner was told of last; null: the subscription goes on. `now` in unix seconds. */
export const keepToldEnd = (subscriptionId: string, endsAt: number | null, now: number): Promise<void> =>
  putItem(usersTable(), toldEndKey(subscriptionId), { endsAt, expiresAt: now + endRemembered });

/** The end that an owner was told of last, null if that it goes on; undefined if nothing was told. */
export const readToldEnd = async (subscriptionId: string): Promise<number | null | undefined> =>
  (await getItem<{ endsAt: number | null }>(usersTable(), toldEndKey(subscriptionId)))?.endsAt;
