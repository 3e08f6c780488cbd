import * as z from 'zod/mini';
import {
  documentPageSchema,
  documentSearchSchema,
  explainedDocumentSchema,
  nextInvoiceSchema,
} from '../model/document';
import { receiptIssueSchema, receiptWishSchema } from '../model/document-receipt';
import { documentYearSchema } from '../model/document-year';
import { exportListSchema, exportRequestSchema, openedExportSchema } from '../model/document-export';
import { defineCall } from './call';
import { idSchema } from './parts';

/** From the archive: documents stay when their shop or subscription is gone. */
export const listDocuments = defineCall({
  name: 'list-documents',
  summary: "The caller's invoices and receipts of all shops, found by day, amount, shop and state",
  method: 'GET',
  path: '/api/documents',
  access: 'user',
  query: documentSearchSchema,
  response: documentPageSchema,
});

/** Stripe's own preview, asked anew each time. */
export const getNextInvoice = defineCall({
  name: 'get-next-invoice',
  summary: 'What a shop is charged next, when, and for what',
  method: 'GET',
  path: '/api/stores/{id}/next-invoice',
  access: 'user',
  cost: { stripe: 2 },
  owns: [{ kind: 'shop', at: 'params.id' }],
  params: z.object({ id: idSchema }),
  response: nextInvoiceSchema,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

export const getDocument = defineCall({
  name: 'get-document',
  summary: 'One invoice or receipt, each line as a sentence',
  method: 'GET',
  path: '/api/documents/{id}',
  access: 'user',
  params: z.object({ id: idSchema }),
  response: explainedDocumentSchema,
  errors: ['DOCUMENT_NOT_FOUND'],
});

/** Ours is no second qualified invoice: it names the one that Stripe made (decision 075). */
export const issueReceipt = defineCall({
  name: 'issue-receipt',
  summary: 'Makes a receipt of a paid invoice, counted so that the second one is marked as such',
  method: 'POST',
  path: '/api/documents/{id}/receipts',
  access: 'user',
  params: z.object({ id: idSchema }),
  body: receiptWishSchema,
  response: z.object({ receipt: receiptIssueSchema }),
  errors: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_PAID', 'DOCUMENT_CREDITED'],
});

export const getDocumentYear = defineCall({
  name: 'get-document-year',
  summary: 'What the documents of a year add up to, by shop and month',
  method: 'GET',
  path: '/api/document-years/{year}',
  access: 'user',
  params: z.object({ year: z.string().check(z.regex(/^20\d{2}$/, '年は 2026 の形で指定してください')) }),
  response: documentYearSchema,
});

/** A year's documents as one ZIP, made as a job (decision 072). A repeated request returns the same export. */
export const createDocumentExport = defineCall({
  name: 'create-document-export',
  summary: 'Begins a ZIP of a year with PDFs, an index and files for accounting programs',
  method: 'POST',
  path: '/api/documents/exports',
  access: 'user',
  body: exportRequestSchema,
  response: z.object({ id: z.string() }),
  errors: ['NO_DOCUMENTS', 'EXPORT_IN_PROGRESS', 'TOO_MANY_EXPORTS'],
});

export const listDocumentExports = defineCall({
  name: 'list-document-exports',
  summary: "The caller's exports of the last days, and the names of accounts they chose",
  method: 'GET',
  path: '/api/documents/exports',
  access: 'user',
  response: exportListSchema,
});

export const getDocumentExport = defineCall({
  name: 'get-document-export',
  summary: 'State, progress and link of one export',
  method: 'GET',
  path: '/api/documents/exports/{id}',
  access: 'user',
  params: z.object({ id: idSchema }),
  response: openedExportSchema,
  errors: ['EXPORT_NOT_FOUND'],
});
