import { endImpersonations } from '../domain/impersonation/end-impersonations';
import { defineJob, foundNothing } from '../define-job';

/** Ends impersonations that have expired or whose administrator no longer is one, and records their ends. */
export const handler = defineJob('end-impersonations', endImpersonations, {
  reserveMs: 20_000,
  isIdle: foundNothing,
  failure: ({ ended, failed }) =>
    failed > 0 && ended === 0 ? `No impersonation could be ended: ${failed} failed` : undefined,
});
