import * as document from '#shared/contract/document';
import { getDocument } from '../../domain/documents/get-document';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.getDocument, ({ caller, params }) => getDocument(caller, params.id));
