import { makeExports } from '../domain/documents/export/make-exports';
import { defineJob, foundNothing } from '../define-job';

/** Finishes the document exports that their calls could not finish. */
export const handler = defineJob('make-exports', makeExports, {
  reserveMs: 60_000,
  isIdle: foundNothing,
  failure: ({ failed }) => (failed > 0 ? `Exports could not be made: ${failed}` : undefined),
});
