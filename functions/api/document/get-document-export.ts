import * as document from '#shared/contract/document';
import { getExport } from '../../domain/documents/export/get-export';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.getDocumentExport, ({ caller, params }) => getExport(caller, params.id));
