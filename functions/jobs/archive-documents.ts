import { archiveDocuments } from '../domain/documents/archive-documents';
import { defineJob } from '../define-job';

/** Archives invoices with their PDFs. */
export const handler = defineJob('archive-documents', archiveDocuments, {
  reserveMs: 30_000,
  isIdle: ({ archived, failed }) => archived + failed === 0,
  failure: ({ archived, failed }) =>
    failed > 0 && archived === 0 ? `No document could be archived: ${failed} failed` : undefined,
});
