import { jobTimeout } from '#shared/limits';
import { timeInJapan } from '#shared/model/japan-time';
import { isOver, isOwing } from '#shared/model/subscription-status';
import { yen } from '#shared/yen';
import { clock } from '../../adapters/clock';
import { sendMail } from '../../adapters/ses/send-mail';
import { tellStaff } from '../../adapters/sns/tell-staff';
import {
  claimNotice,
  keepMailed,
  keepToldEnd,
  readToldEnd,
  removeNotice,
  listNotices,
  type NoticeItem,
} from '../../adapters/users-table/notices';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import { requireEnv } from '../../runtime/environment';
import { invoiceAddressLink } from './invoice-address-link';
import type { Mail, MailSettings } from '../mails/layout';
import { invoiceAddressMail } from '../mails/mails';
import { noticeMail } from '../mails/notices';
import { stageContact } from '../stage-settings';
import { workUntil } from '../work-until';
import { logFailure } from '../log-failure';

/** How long a run claims a notice, in seconds: as long as any run can last. */
const claim = jobTimeout;

export interface Sent {
  sent: number;
  failed: number;
}

/** Whether the late payment that a notice warns of was settled since, by a later snapshot from Stripe. */
async function isSettled(notice: NoticeItem): Promise<boolean> {
  if (!('contract' in notice) || notice.kind === 'contract-ended') return false;
  const { customerId, subscriptionId } = notice.contract;
  const snapshot = await readSnapshot(notice.userId, customerId);
  if (!snapshot || snapshot.readAtMs <= notice.at * 1000) return false;
  const subscription = snapshot.record.subscriptions.find((one) => one.id === subscriptionId);
  if (!subscription) return false;
  const { payment_history: payments } = snapshot.record;
  const isLate =
    isOwing(subscription) || payments.some((one) => one.subscription === subscriptionId && one.status === 'failed');
  return isOver(subscription) || !isLate;
}

/**
 * The planned end that a notice tells of, null that the subscription goes on; undefined for any other notice. It is not
 * told again if the owner knows it already, or if it was so before it was changed back and forth.
 */
const plannedEnd = (notice: NoticeItem): { id: string; endsAt: number | null } | undefined =>
  notice.kind === 'will-end' || notice.kind === 'end-withdrawn'
    ? { id: notice.subscription.id, endsAt: notice.subscription.endsAt ?? null }
    : undefined;

async function isKnown(notice: NoticeItem): Promise<boolean> {
  const end = plannedEnd(notice);
  if (!end || !('subscription' in notice)) return false;
  const told = await readToldEnd(end.id);
  return (told === undefined ? notice.subscription.formerEnd : told) === end.endsAt;
}

const concernsStaff = ({ kind }: NoticeItem): boolean => kind === 'impersonation-began' || kind === 'contract-ended';

async function tellStaffOf(notice: NoticeItem): Promise<void> {
  const at = timeInJapan(notice.at);
  if (notice.kind === 'impersonation-began') {
    const { by = '-', reason = '-' } = notice.impersonation ?? {};
    const lines = [`利用者ID: ${notice.userId}`, `管理者ID: ${by}`, `理由: ${reason}`, `日時: ${at}`];
    await tellStaff(
      'Master password used',
      ['マスターパスワードによる代理ログインがありました。', ...lines].join('\n'),
    );
  }
  if (!('contract' in notice) || notice.kind !== 'contract-ended') return;
  const { customerId, subscriptionId, owed } = notice.contract;
  await tellStaff(
    'Subscription ended for late payment',
    [
      'お支払いが1か月遅れたため、ご契約を終了しました。デバイスの返却をご案内ください。',
      `サブスクリプションID: ${subscriptionId}`,
      `顧客ID: ${customerId}`,
      `未払いの金額: ${yen(owed)}`,
      `日時: ${at}`,
    ].join('\n'),
  );
}

async function mailOf(notice: NoticeItem, settings: MailSettings): Promise<Mail> {
  if (notice.kind !== 'invoice-address') return noticeMail(notice, settings);
  const { userId, customerId, to: email } = notice;
  return invoiceAddressMail(`${settings.origin}${await invoiceAddressLink({ userId, customerId, email })}`);
}

/** Mails a notice, then tells the staff; a mail that went out is not repeated while the staff cannot be told. */
async function send(notice: NoticeItem): Promise<void> {
  if (!notice.mailed) {
    await sendMail(notice.to, await mailOf(notice, { origin: requireEnv('PORTAL_ORIGIN'), contact: stageContact() }));
    if (concernsStaff(notice)) await keepMailed(notice.id);
  }
  await tellStaffOf(notice);
}

/** Sends a notice, unless another run has it or it is settled; returns whether it was sent. */
async function claimAndSend(notice: NoticeItem): Promise<boolean> {
  const now = clock.seconds();
  if (!(await claimNotice(notice.id, now, now + claim))) return false;
  const settled = (await isSettled(notice)) || (await isKnown(notice));
  if (!settled) {
    await send(notice);
    const end = plannedEnd(notice);
    if (end) await keepToldEnd(end.id, end.endsAt, now);
  }
  await removeNotice(notice.id);
  return !settled;
}

/**
 * The notices in turns: the first of each user, then the second of each, and so on, so that one user's notices delay no
 * other's. Within a turn, and among the notices of a user, the given order stays.
 */
function inTurns(notices: readonly NoticeItem[]): NoticeItem[] {
  const seen = new Map<string, number>();
  const turns = notices.map((notice) => {
    const turn = seen.get(notice.userId) ?? 0;
    seen.set(notice.userId, turn + 1);
    return { notice, turn };
  });
  return turns.toSorted((left, right) => left.turn - right.turn).map(({ notice }) => notice);
}

/** Notices about the account go before a wave of late payments. */
const inOrder = (notices: readonly NoticeItem[]): NoticeItem[] => [
  ...inTurns(notices.filter((notice) => !('contract' in notice))),
  ...inTurns(notices.filter((notice) => 'contract' in notice)),
];

/**
 * Mails sent at the same time. SES gives a new account 14 mails a second (developer guide, "Managing your sending
 * limits"); a mail takes about half a second with its writes, and the SDK waits where SES throttles.
 */
const mailsAtOnce = 10;

/**
 * Mails the waiting notices, those about accounts first, in turns and oldest first, until its time is over; the next
 * run continues. A failed one waits for a later run until it expires (`expiresAt`). `until` in unix milliseconds.
 */
export async function sendNotices(until: number): Promise<Sent> {
  const { results, failed } = await workUntil(
    { until, atOnce: mailsAtOnce },
    inOrder(await listNotices(clock.seconds())),
    claimAndSend,
    ({ kind, userId }, error) => logFailure('a notice could not be sent', { notice: kind, userId }, error),
  );
  return { sent: results.filter(Boolean).length, failed };
}
