import { exportUsers } from '../domain/user-export/export-users';
import { defineJob, foundNothing } from '../define-job';

/** Copies the pool's users once a night (decision 055). */
export const handler = defineJob('export-users', exportUsers, {
  reserveMs: 30_000,
  isIdle: foundNothing,
});
