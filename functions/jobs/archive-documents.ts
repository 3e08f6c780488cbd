import { archiveDocuments } from '../domain/documents/archive-documents';
import { renewNextInvoices } from '../domain/documents/renew-next-invoices';
import { defineJob } from '../define-job';

/** Archives invoices with their PDFs, then previews the next charges of the shops where something changed. */
const run = async (until: number) => ({ ...(await archiveDocuments(until)), ...(await renewNextInvoices(until)) });

export const handler = defineJob('archive-documents', run, {
  reserveMs: 30_000,
  isIdle: ({ archived, failed, previewed, unpreviewed }) => archived + failed + previewed + unpreviewed === 0,
  failure: ({ archived, failed }) =>
    failed > 0 && archived === 0 ? `No document could be archived: ${failed} failed` : undefined,
});
