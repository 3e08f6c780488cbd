import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { timeInJapan } from '#shared/model/japan-time';
import { isOver, isOwing } from '#shared/model/subscription';
import { yen } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import { invoiceAddressLink } from '#functions/shops/invoice-address';
import { invitationToken } from '#functions/move-in/move-in-table';
import { type StaffMessage, tellStaff } from './tell-staff';
import { type NoticeItem, sendNotice, tellStaffLater } from './notices-table';
import { keepSent, dunningTask } from '#functions/billing/dunning-table';
import { defineWorker } from '#functions/platform/worker';
import { requireEnv, stageContact } from '#functions/platform/environment';
import { logger } from '#functions/platform/logger';
import type { Mail, MailSettings } from './layout';
import { invitationMail, invoiceAddressMail } from './mails';
import { noticeMail } from './notices';
import { readSnapshot } from '#functions/shops/shops-table';

/** Whether the late payment that a notice warns of was paid since, or its subscription ended: by a later snapshot. */
async function isPaidSince(notice: NoticeItem): Promise<boolean> {
  if (!('subscription' in notice) || notice.kind === 'contract-ended') return false;
  const { customerId, id: subscriptionId } = notice.subscription;
  if (customerId === undefined) return false;
  const snapshot = await readSnapshot(notice.userId, customerId);
  if (!snapshot || snapshot.readAtMs <= notice.at * 1000) return false;
  const subscription = snapshot.record.subscriptions.find((one) => one.id === subscriptionId);
  if (!subscription) return false;
  const { payment_history: payments } = snapshot.record;
  const isLate =
    isOwing(subscription) || payments.some((one) => one.subscription === subscriptionId && one.status === 'failed');
  return isOver(subscription) || !isLate;
}

/** What the staff are told of a notice; undefined if it concerns its user alone. */
function staffMessageOf(notice: NoticeItem): Omit<StaffMessage, 'attributes'> | undefined {
  const at = timeInJapan(notice.at);
  if (notice.kind === 'impersonation-began') {
    const { by = '-', reason = '-' } = notice.impersonation ?? {};
    const lines = [`利用者ID: ${notice.userId}`, `管理者ID: ${by}`, `理由: ${reason}`, `日時: ${at}`];
    return {
      subject: 'Master password used',
      text: ['マスターパスワードによる代理ログインがありました。', ...lines].join('\n'),
    };
  }
  if (notice.kind === 'mfa-enabled' && notice.administrator)
    return {
      subject: 'Second step of an administrator set up',
      text: [
        '管理者が2段階認証を設定しました。24時間後から、この管理者はマスターパスワードを表示できます。',
        '本人に心当たりがない場合は、24時間以内にCognitoでこの利用者を無効にしてください。',
        `利用者ID: ${notice.userId}`,
        `日時: ${at}`,
      ].join('\n'),
    };
  if (notice.kind !== 'contract-ended') return undefined;
  const { customerId, id, owed = 0 } = notice.subscription;
  return {
    subject: 'Subscription ended for late payment',
    text: [
      'お支払いが1か月遅れたため、ご契約が更新日に終了しました。デバイスの返却をご案内ください。',
      `サブスクリプションID: ${id}`,
      `顧客ID: ${customerId}`,
      `未払いの金額: ${yen(owed)}`,
      `日時: ${at}`,
    ].join('\n'),
  };
}

async function mailOf(notice: NoticeItem, settings: MailSettings): Promise<Mail> {
  if (notice.kind === 'invitation') {
    const token = await invitationToken({ userId: notice.userId, email: notice.to });
    const url = `${settings.origin}/reset-password?token=${token}`;
    return invitationMail(url, notice.shops, settings.contact);
  }
  if (notice.kind !== 'invoice-address') return noticeMail(notice, settings);
  const { userId, customerId, to: email } = notice;
  return invoiceAddressMail(`${settings.origin}${await invoiceAddressLink({ userId, customerId, email })}`);
}

/** A request without a response may have sent its mail, so the SDK repeats none. */
const client = new SESv2Client({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** Sends one mail, in HTML and plain text, from this portal's address (SES API v2, SendEmail). */
async function sendMail(to: string, mail: { subject: string; html: string; text: string }): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const command = new SendEmailCommand({
    FromEmailAddress: requireEnv('MAIL_FROM'),
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: utf8(mail.subject), Body: { Html: utf8(mail.html), Text: utf8(mail.text) } } },
  });
  await client.send(command);
}

/** Mails a notice, unless it is late or settled; what the staff are told of it is a task of its own. */
async function send(notice: NoticeItem): Promise<void> {
  const { id, kind, userId, to, expiresAt } = notice;
  if (expiresAt <= clock.seconds() || (await isPaidSince(notice))) {
    logger.info('a notice is dropped', { notice: kind, userId });
    return;
  }
  const mail = await mailOf(notice, { origin: requireEnv('PORTAL_ORIGIN'), contact: stageContact() });
  await sendMail(to, mail);
  if (notice.kind === 'ends-soon') {
    const { id: subscriptionId, customerId = '', endsAt = 0 } = notice.subscription;
    await keepSent(subscriptionId, endsAt, clock.seconds());
    await dunningTask.enqueue({ subscriptionId, customerId }, { id: subscriptionId });
  }
  const message = staffMessageOf(notice);
  if (message) await tellStaffLater.enqueue({ ...message, attributes: { kind } }, { id });
}

export const noticeWorkers = [
  defineWorker(sendNotice, send, 'A mail that comes a second time says the same of the same moment.'),
  defineWorker(
    tellStaffLater,
    (message, { until }) => tellStaff(message, until),
    'A message that comes a second time says the same of the same moment.',
  ),
];
