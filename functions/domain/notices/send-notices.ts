import { clock } from '../../adapters/clock';
import { sendMail } from '../../adapters/ses/send-mail';
import { tellStaff } from '../../adapters/sns/tell-staff';
import { claimNotice, deleteNotice, listNotices, type NoticeItem } from '../../adapters/users-table/notices';
import { requireEnv } from '../../runtime/environment';
import { logger } from '../../runtime/logger';
import { noticeMail } from '../mails/notices';

/** Notices of one run; a minute later the next one goes on. */
const atOnce = 50;
/** Seconds for which a notice is one run's; a run that dies gives it back after that. */
const claim = 5 * 60;

export interface Sent {
  sent: number;
  failed: number;
}

async function send(notice: NoticeItem): Promise<void> {
  await sendMail(notice.to, noticeMail(notice, requireEnv('PORTAL_ORIGIN')));
  if (notice.kind === 'acting-began') {
    await tellStaff('Master password used', `マスターパスワードによる代理ログインがありました。\n利用者ID: ${notice.userId}\n日時: ${new Date(notice.at * 1000).toISOString()}`);
  }
}

/** Mails what waits, the oldest first. What cannot be sent waits for a later run, a day at most. */
export async function sendNotices(): Promise<Sent> {
  const now = clock.seconds();
  const result: Sent = { sent: 0, failed: 0 };
  for (const notice of await listNotices(now, atOnce)) {
    if (!(await claimNotice(notice.id, now, now + claim))) continue;
    try {
      await send(notice);
      await deleteNotice(notice.id);
      result.sent += 1;
    } catch (error) {
      result.failed += 1;
      logger.error('a notice could not be sent', { notice: notice.kind, userId: notice.userId, error: error as Error });
    }
  }
  return result;
}
