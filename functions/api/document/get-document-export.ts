import * as document from '#shared/contract/document';
import { getDocumentExport } from '../../domain/documents/export/get-document-export';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.getDocumentExport, ({ caller, params }) =>
  getDocumentExport(caller, params.id),
);
