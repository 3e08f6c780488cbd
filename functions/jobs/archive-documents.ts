import { archiveDocuments } from '../domain/documents/archive-documents';
import { defineJob, foundNothing } from '../define-job';

export const handler = defineJob('archive-documents', archiveDocuments, {
  reserveMs: 30_000,
  isIdle: foundNothing,
  failure: ({ archived, failed }) =>
    failed > 0 && archived === 0 ? `No document could be archived: ${failed} failed` : undefined,
});
