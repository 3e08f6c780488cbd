import * as document from '#shared/contract/document';
import { listDocuments } from '../../domain/documents/list-documents';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.listDocuments, ({ caller, query }) => listDocuments(caller, query));
