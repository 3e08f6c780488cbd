import { makeExports } from '../domain/documents/export/make-exports';
import { defineJob } from '../define-job';

/** Finishes the document exports that their calls could not finish. */
export const handler = defineJob('make-exports', makeExports, {
  reserveMs: 60_000,
  isIdle: ({ done, left, gone, failed }) => done + left + gone + failed === 0,
  failure: ({ failed }) => (failed > 0 ? `Exports could not be made: ${failed}` : undefined),
});
