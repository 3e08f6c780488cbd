import * as document from '#shared/contract/document';
import { createDocumentExport } from '../../domain/documents/export/create-document-export';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.createDocumentExport, ({ caller, body }) =>
  createDocumentExport(caller, body),
);
