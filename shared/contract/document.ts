import * as z from 'zod/mini';
import {
  documentPageSchema,
  documentSearchSchema,
  explainedDocumentSchema,
  nextInvoiceSchema,
  receiptIssueSchema,
  receiptWishSchema,
  exportListSchema,
  exportRequestSchema,
  openedExportSchema,
} from '../model/document';
import { defineCall } from './call';
import { idSchema } from './parts';

/** From the portal's own index: documents stay when their shop or subscription is gone. */
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
  summary: "One invoice or receipt, each line as a sentence, with the address of Stripe's PDF",
  method: 'GET',
  path: '/api/documents/{id}',
  access: 'user',
  cost: { stripe: 2 },
  params: z.object({ id: idSchema }),
  response: explainedDocumentSchema,
  errors: ['DOCUMENT_NOT_FOUND'],
});

/** Ours is no second qualified invoice: it names the one that Stripe made. */
export const issueReceipt = defineCall({
  name: 'issue-receipt',
  summary: 'Makes a receipt of a paid invoice, counted so that the second one is marked as such',
  method: 'POST',
  path: '/api/documents/{id}/receipts',
  access: 'user',
  changes: ['get-document'],
  params: z.object({ id: idSchema }),
  body: receiptWishSchema,
  response: z.object({ receipt: receiptIssueSchema }),
  errors: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_PAID', 'DOCUMENT_CREDITED', 'DOCUMENT_RETURNING'],
});

/** A repeated request returns the same export. */
export const createDocumentExport = defineCall({
  name: 'create-document-export',
  summary: 'Begins a ZIP of a year, or of at most twelve months, with the PDFs and an index',
  method: 'POST',
  path: '/api/documents/exports',
  access: 'user',
  changes: ['list-document-exports'],
  body: exportRequestSchema,
  response: z.object({ id: z.string() }),
  errors: ['NO_DOCUMENTS', 'TOO_MANY_DOCUMENTS', 'TOO_MANY_EXPORTS'],
});

export const listDocumentExports = defineCall({
  name: 'list-document-exports',
  summary: "The caller's exports of the last days",
  method: 'GET',
  path: '/api/documents/exports',
  access: 'user',
  response: exportListSchema,
});

export const getDocumentExport = defineCall({
  name: 'get-document-export',
  summary: 'State and link of one export',
  method: 'GET',
  path: '/api/documents/exports/{id}',
  access: 'user',
  params: z.object({ id: idSchema }),
  response: openedExportSchema,
  errors: ['EXPORT_NOT_FOUND'],
});
