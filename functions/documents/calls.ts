import * as document from '#shared/contract/document';
import * as exports from './exports';
import * as documents from './read-documents';
import { defineHandler } from '#functions/http/define-handler';

export const listDocuments = defineHandler(document.listDocuments, ({ caller, query }) =>
  documents.listDocuments(caller, query),
);

export const getDocument = defineHandler(document.getDocument, ({ caller, params }) =>
  documents.getDocument(caller, params.id),
);

export const getNextInvoice = defineHandler(document.getNextInvoice, ({ caller, params }) =>
  documents.getNextInvoice(caller, params.id),
);

export const issueReceipt = defineHandler(document.issueReceipt, async ({ caller, params, body }) => ({
  receipt: await documents.issueReceipt(caller, params.id, body),
}));

export const createDocumentExport = defineHandler(document.createDocumentExport, ({ caller, body }) =>
  exports.createDocumentExport(caller, body),
);

export const listDocumentExports = defineHandler(document.listDocumentExports, ({ caller }) =>
  exports.listDocumentExports(caller),
);

export const getDocumentExport = defineHandler(document.getDocumentExport, ({ caller, params }) =>
  exports.getDocumentExport(caller, params.id),
);
