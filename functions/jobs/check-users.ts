import { checkUsers } from '../domain/account/check-users';
import { defineJob, foundNothing } from '../define-job';

/** Ends the sessions of users who were disabled in Cognito, and deletes those who did not confirm their registration. */
export const handler = defineJob('check-users', checkUsers, {
  reserveMs: 30_000,
  isIdle: foundNothing,
  failure: ({ failed }) => (failed > 0 ? `${failed} users could not be dealt with` : undefined),
});
