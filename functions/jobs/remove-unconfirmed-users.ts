import { defineJob, foundNothing } from '../define-job';
import { removeUnconfirmedUsers } from '../domain/registration/remove-unconfirmed-users';

/** Deletes the users who did not confirm their registration within two days. */
export const handler = defineJob('remove-unconfirmed-users', removeUnconfirmedUsers, {
  reserveMs: 30_000,
  isIdle: foundNothing,
  failure: ({ removed, failed }) =>
    failed > 0 && removed === 0 ? `No unconfirmed user could be removed: ${failed} failed` : undefined,
});
