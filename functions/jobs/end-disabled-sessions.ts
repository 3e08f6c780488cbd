import { endDisabledSessions } from '../domain/session/end-stale-sessions';
import { defineJob } from '../define-job';

/** Ends the sessions of users who were disabled in Cognito, within the schedule's interval (decisions/sessions). */
export const handler = defineJob('end-disabled-sessions', endDisabledSessions, {
  reserveMs: 30_000,
  failure: ({ failed }) => (failed > 0 ? `The sessions of ${failed} users could not be ended` : undefined),
});
