import * as document from '#shared/contract/document';
import { listDocumentExports } from '../../domain/documents/export/list-document-exports';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.listDocumentExports, ({ caller }) => listDocumentExports(caller));
