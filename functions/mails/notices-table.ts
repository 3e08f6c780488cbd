import type { DeviceRequestLabel } from '#shared/model/device-request';
import type { ExportMonths } from '#shared/model/document';
import type { MovementLabel, Parcel } from '#shared/model/movement';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, onlyItem, toldKey } from '#functions/platform/users-table';
import * as z from 'zod/mini';
import { clock } from '#functions/platform/clock';
import { newId } from '#functions/platform/crypto';
import { defineTask } from '#functions/platform/tasks';
import { CallError } from '#shared/errors';
import { logger } from '#functions/platform/logger';
import { consume } from '#functions/limits/limits';

/** What a notice tells a user; the words are in functions/mails/notices.ts. */
export type NoticeKind =
  | 'password-changed'
  | 'account-restored'
  | 'email-changed'
  | 'phone-changed'
  | 'phone-for-sms'
  | 'mfa-enabled'
  | 'mfa-disabled'
  | 'recovery-code-used'
  | 'impersonation-began'
  | 'invoice-address-changed'
  | 'account-deleted';

/** What a user is told. */
type Notice =
  | ({ kind: NoticeKind } & NoticeDetails)
  | InvoiceAddressNotice
  | SubscriptionNotice
  | NewsNotice
  | ExportNotice
  | InvitationNotice;

/** A notice that is to be mailed (functions/mails/send-notice.ts). Times are unix seconds. */
export type NoticeItem = NoticeAddress & Notice;

/** Asks the receiver of the mail to become the invoice address of a shop. */
interface InvoiceAddressNotice {
  kind: 'invoice-address';
  customerId: string;
}

/** Invites an owner who was moved in with so many shops to set their first password. */
interface InvitationNotice {
  kind: 'invitation';
  shops: number;
}

export interface ExportNotice {
  kind: 'export-ready';
  exported: { id: string } & ExportMonths;
}

/** What a notice tells of a subscription; the words are in functions/mails/subscription-mails.ts. */
export interface SubscriptionNotice {
  kind:
    | 'ordered'
    | 'trial-ending'
    | 'card-expires'
    | 'will-end'
    | 'ended'
    | 'end-withdrawn'
    // Of a late payment, the last one after its end (endings/dunning.ts).
    | 'payment-overdue'
    | 'ends-in-two-weeks'
    | 'ends-soon'
    | 'contract-ended';
  /** Yen, tax included; times in unix seconds. Unknown values are left out. */
  subscription: {
    id: string;
    /** Its shop, if the payment is late. */
    customerId?: string;
    shopName: string;
    devices?: number;
    /** The calendar day in Japan by which ordered devices are shipped. */
    shipsBy?: string;
    /** The last four digits of the card that pays. */
    last4?: string;
    /** The end of the subscription, of its trial, or of its card. */
    endsAt?: number;
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

/** The words are in functions/mails/news-mails.ts. */
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

/** What some notices of accounts, or the staff's message about them, say besides. */
export interface NoticeDetails {
  /** The administrator's id, and the reason they gave. */
  impersonation?: { by: string; reason: string };
  administrator?: boolean;
}

interface NoticeAddress {
  id: string;
  userId: string;
  to: string;
  at: number;
  /** Dropped after this time. */
  expiresAt: number;
}

/** Longer than any request is repeated, and than a planned end is ahead; in seconds. */
const remembered = 400 * 24 * 60 * 60;

/** Holds only if this was not told last of a subject; for the transaction that enqueues its notice. Unix seconds. */
export const toldWrite = (subject: string, told: string | number | null, now: number): Write =>
  putWrite(
    usersTable(),
    { pk: toldKey(subject), sk: onlyItem },
    { told, expiresAt: now + remembered },
    { if: 'attribute_not_exists(pk) OR told <> :told', values: { told } },
  );

/** A mail about a change, to its user; the mails of a user go out one after the other. send-notice.ts does it. */
export const sendNotice = defineTask(
  'send-notice',
  z.custom<NoticeItem>(
    (value) => z.looseObject({ kind: z.string(), to: z.string(), expiresAt: z.number() }).safeParse(value).success,
  ),
  ({ userId }) => userId,
);

/** A message to the staff; those about one request, movement, document or shop in order. send-notice.ts does it. */
export const tellStaffLater = defineTask(
  'tell-staff',
  z.object({ subject: z.string(), text: z.string(), attributes: z.record(z.string(), z.string()) }),
  ({ attributes }) => attributes['requestId'] ?? attributes['documentId'] ?? attributes['customerId'],
);

/** Seconds after which an unsent notice is dropped; one of what an owner asked for or changed, after a day. */
export const worthTelling = 3 * 24 * 60 * 60;
const worthTellingADay = 24 * 60 * 60;

/** The body and id of a notice's task; `expiresAt` (unix seconds) if it is dropped at another time. */
function noticeTo(
  { userId, email: to }: { userId: string; email: string },
  notice: Notice,
  { id = newId(), expiresAt }: { id?: string; expiresAt?: number | undefined } = {},
): [NoticeItem, { id: string }] {
  const at = clock.seconds();
  const isOfAccount = !('subscription' in notice || 'news' in notice || 'exported' in notice || 'shops' in notice);
  const usual = at + (isOfAccount ? worthTellingADay : worthTelling);
  return [{ ...notice, id, userId, to, at, expiresAt: expiresAt ?? usual }, { id }];
}

/** The write that enqueues a notice to a user. */
export const noticeWrite = (...notice: Parameters<typeof noticeTo>): Write => sendNotice.write(...noticeTo(...notice));

export const enqueueNotice = (...notice: Parameters<typeof noticeTo>): Promise<void> =>
  sendNotice.enqueue(...noticeTo(...notice));

/**
 * Enqueues a notice to be mailed. It is the last step and never fails the change that it tells of: a failure is logged.
 * Of a kind a user gets only so many in a time, so that nobody sends mails by changing back and forth.
 */
export async function enqueueAccountNotice(
  kind: NoticeKind,
  user: { userId: string; email: string },
  details: NoticeDetails = {},
): Promise<void> {
  const { userId } = user;
  try {
    await consume({ kind: 'notice', of: { receiver: `${userId}#${kind}` } });
    await enqueueNotice(user, { kind, ...details });
  } catch (error) {
    if (error instanceof CallError) logger.warn('enough notices of a kind', { notice: kind, userId });
    else logger.error('a notice is lost', { notice: kind, userId, error });
  }
}
