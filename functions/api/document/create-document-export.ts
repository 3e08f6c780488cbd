import * as document from '#shared/contract/document';
import { createExport } from '../../domain/documents/export/create-export';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.createDocumentExport, ({ caller, body }) => createExport(caller, body));
