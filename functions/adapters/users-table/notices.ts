import type { DeviceRequestLabel } from '#shared/model/device-request';
import type { ExportMonths } from '#shared/model/document-export';
import type { MovementLabel, Parcel } from '#shared/model/movement';
import { isNew } from '../dynamodb/expressions';
import { getItem, putItem } from '../dynamodb/items';
import { putWrite, type Write } from '../dynamodb/transaction';
import { usersTable } from './table';
import { onlyItem, toldKey } from './keys';

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

/** A notice that is to be mailed (functions/domain/notices). Times are unix seconds. */
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
  /** Dropped after this time. */
  expiresAt: number;
}

/** How long it is remembered that a notice was enqueued, in seconds: longer than any request is repeated. */
const remembered = 7 * 24 * 60 * 60;

/**
 * Holds only the first time for what a notice tells of; for the transaction that enqueues it. `now` in unix seconds.
 */
export const toldOnceWrite = (what: string, now: number): Write =>
  putWrite(usersTable(), { pk: toldKey(what), sk: onlyItem }, { toldAt: now, expiresAt: now + remembered }, isNew);

const toldEndKey = (subscriptionId: string) => ({ pk: toldKey(`end#${subscriptionId}`), sk: onlyItem });
/** Longer than a planned end is ahead, in seconds. */
const endRemembered = 400 * 24 * 60 * 60;

/** Keeps the end that an owner was told of last; null: the subscription goes on. `now` in unix seconds. */
export const keepToldEnd = (subscriptionId: string, endsAt: number | null, now: number): Promise<void> =>
  putItem(usersTable(), toldEndKey(subscriptionId), { endsAt, expiresAt: now + endRemembered });

/** The end that an owner was told of last, null if that it goes on; undefined if nothing was told. */
export const readToldEnd = async (subscriptionId: string): Promise<number | null | undefined> =>
  (await getItem<{ endsAt: number | null }>(usersTable(), toldEndKey(subscriptionId)))?.endsAt;
