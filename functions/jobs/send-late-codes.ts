import { defineJob, foundNothing } from '../define-job';
import { sendLateCodes } from '../domain/codes/send-late-codes';

/** Has those codes mailed that Cognito had not accepted when their calls ended. */
export const handler = defineJob('send-late-codes', sendLateCodes, {
  reserveMs: 20_000,
  isIdle: foundNothing,
  failure: ({ sent, failed }) => (failed > 0 && sent === 0 ? `No code could be sent: ${failed} failed` : undefined),
});
