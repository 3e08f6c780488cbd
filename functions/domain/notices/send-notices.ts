import { jobTimeout } from '#shared/limits';
import { timeInJapan } from '#shared/model/japan-time';
import { isOver, isOwing } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import { sendMail } from '../../adapters/ses/send-mail';
import { tellStaff } from '../../adapters/sns/tell-staff';
import { claimNotice, removeNotice, listNotices, type NoticeItem } from '../../adapters/users-table/notices';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import { requireEnv } from '../../runtime/environment';
import { logger } from '../../runtime/logger';
import { noticeMail } from '../mails/notices';

/** Notices of one run; the next run, a minute later, continues. */
const atOnce = 50;
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

async function tellStaffOf(notice: NoticeItem): Promise<void> {
  const at = timeInJapan(notice.at);
  if (notice.kind === 'impersonation-began')
    await tellStaff(
      'Master password used',
      `マスターパスワードによる代理ログインがありました。\n利用者ID: ${notice.userId}\n日時: ${at}`,
    );
  if (!('contract' in notice) || notice.kind !== 'contract-ended') return;
  const { customerId, subscriptionId, owed } = notice.contract;
  await tellStaff(
    'Contract ended for late payment',
    [
      'お支払いが1か月遅れたため、ご契約を終了しました。デバイスの返却をご案内ください。',
      `サブスクリプションID: ${subscriptionId}`,
      `顧客ID: ${customerId}`,
      `未払いの金額: ${owed.toLocaleString('ja-JP')}円`,
      `日時: ${at}`,
    ].join('\n'),
  );
}

async function send(notice: NoticeItem): Promise<void> {
  await sendMail(notice.to, noticeMail(notice, requireEnv('PORTAL_ORIGIN')));
  await tellStaffOf(notice);
}

/** Mails the waiting notices, oldest first. A failed one waits for a later run until it expires (`expiresAt`). */
export async function sendNotices(): Promise<Sent> {
  const now = clock.seconds();
  const result: Sent = { sent: 0, failed: 0 };
  for (const notice of await listNotices(now, atOnce)) {
    if (!(await claimNotice(notice.id, now, now + claim))) continue;
    try {
      const settled = await isSettled(notice);
      if (!settled) await send(notice);
      await removeNotice(notice.id);
      if (!settled) result.sent += 1;
    } catch (error) {
      result.failed += 1;
      logger.error('a notice could not be sent', { notice: notice.kind, userId: notice.userId, error: error as Error });
    }
  }
  return result;
}
