import { makeExports } from '../domain/documents/export/make-exports';
import { defineJob } from '../define-job';

/** Makes the ZIPs of years that no request finished. */
export const handler = defineJob('make-exports', makeExports, {
  reserveMs: 60_000,
  isIdle: ({ done, left, gone, failed }) => done + left + gone + failed === 0,
  failure: ({ failed }) => (failed > 0 ? `Exports could not be made: ${failed}` : undefined),
});
