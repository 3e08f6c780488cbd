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
import { idSchema, ofStore } from './parts';

/** From the portal's own index: documents stay when their shop or subscription is gone. */
export const listDocuments = defineCall('list-documents', 'GET /api/documents', {
  summary: "The caller's invoices and credit notes of all shops, found by day, amount, shop and state",
  access: 'user',
  query: documentSearchSchema,
  response: documentPageSchema,
});

/** Stripe's own preview, asked anew each time. */
export const getNextInvoice = defineCall('get-next-invoice', 'GET /api/stores/{id}/next-invoice', {
  summary: 'What a shop is charged next, when, and for what',
  ...ofStore,
  cost: { stripe: 2 },
  response: nextInvoiceSchema,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

export const getDocument = defineCall('get-document', 'GET /api/documents/{id}', {
  summary: "One invoice or credit note, each line as a sentence, with the address of Stripe's PDF",
  access: 'user',
  cost: { stripe: 2 },
  params: z.object({ id: idSchema }),
  response: explainedDocumentSchema,
  errors: ['DOCUMENT_NOT_FOUND'],
});

/** Ours is no second qualified invoice: it names the one that Stripe made. */
export const issueReceipt = defineCall('issue-receipt', 'POST /api/documents/{id}/receipts', {
  summary: 'Makes a receipt of a paid invoice, counted so that the second one is marked as such',
  access: 'user',
  changes: ['get-document'],
  params: z.object({ id: idSchema }),
  body: receiptWishSchema,
  response: z.object({ receipt: receiptIssueSchema }),
  errors: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_PAID', 'DOCUMENT_CREDITED', 'DOCUMENT_RETURNING'],
});

/** A repeated request returns the same export. */
export const createDocumentExport = defineCall('create-document-export', 'POST /api/documents/exports', {
  summary: 'Begins a ZIP of a year, or of at most twelve months, with the PDFs and an index',
  access: 'user',
  changes: ['list-document-exports'],
  body: exportRequestSchema,
  response: z.object({ id: z.string() }),
  errors: ['NO_DOCUMENTS', 'TOO_MANY_DOCUMENTS'],
});

export const listDocumentExports = defineCall('list-document-exports', 'GET /api/documents/exports', {
  summary: "The caller's exports of the last days",
  access: 'user',
  response: exportListSchema,
});

export const getDocumentExport = defineCall('get-document-export', 'GET /api/documents/exports/{id}', {
  summary: 'State and link of one export',
  access: 'user',
  params: z.object({ id: idSchema }),
  response: openedExportSchema,
  errors: ['EXPORT_NOT_FOUND'],
});
