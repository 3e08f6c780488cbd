import { endStaleSessions } from '../domain/session/end-stale-sessions';
import { defineJob } from '../define-job';

/** Ends the sessions of users who were disabled in Cognito, within the schedule's interval (docs/decisions/011). */
export const handler = defineJob('end-disabled-sessions', endStaleSessions);
