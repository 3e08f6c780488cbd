import { sendNotices } from '../domain/notices/send-notices';
import { defineJob, foundNothing } from '../define-job';

/** Mails the waiting notices. */
export const handler = defineJob('send-notices', sendNotices, {
  reserveMs: 20_000,
  isIdle: foundNothing,
  failure: ({ sent, failed }) => (failed > 0 && sent === 0 ? `No notice could be sent: ${failed} failed` : undefined),
});
