import { sendNotices, type Sent } from '../domain/notices/send-notices';
import { logger } from '../runtime/logger';

/**
 * Run by the schedule: mails the notices that wait. A run in which nothing could be sent is thrown, so that its alarm
 * sees it.
 */
export const handler = async (): Promise<Sent> => {
  const sent = await sendNotices();
  if (sent.sent + sent.failed > 0) logger.info('notices sent', { ...sent });
  if (sent.failed > 0 && sent.sent === 0) throw new Error(`No notice could be sent: ${sent.failed} failed`);
  return sent;
};
