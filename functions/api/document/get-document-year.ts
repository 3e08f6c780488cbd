import * as document from '#shared/contract/document';
import { getDocumentYear } from '../../domain/documents/get-document-year';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.getDocumentYear, ({ caller, params }) =>
  getDocumentYear(caller, Number(params.year)),
);
