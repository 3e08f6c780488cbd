import * as z from 'zod/mini';
import {
  documentPageSchema,
  documentSearchSchema,
  explainedDocumentSchema,
  nextInvoiceSchema,
} from '../model/document';
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

/** From the last preview while the shop has not changed since; else Stripe previews it anew. */
export const getNextInvoice = defineCall({
  name: 'get-next-invoice',
  summary: 'What a shop is charged next, when, and why it differs from the last time',
  method: 'GET',
  path: '/api/stores/{id}/next-invoice',
  access: 'user',
  reads: 'snapshots',
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
