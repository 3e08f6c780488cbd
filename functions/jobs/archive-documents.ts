import { archiveDocuments } from '../domain/documents/archive-documents';
import { renewNextInvoices } from '../domain/documents/renew-next-invoices';
import { defineJob, foundNothing } from '../define-job';

/** Archives invoices with their PDFs, then previews the next charges of the shops where something changed. */
const run = async (until: number) => ({ ...(await archiveDocuments(until)), ...(await renewNextInvoices(until)) });

export const handler = defineJob('archive-documents', run, {
  reserveMs: 30_000,
  isIdle: foundNothing,
  failure: ({ archived, failed }) =>
    failed > 0 && archived === 0 ? `No document could be archived: ${failed} failed` : undefined,
});
