import * as document from '#shared/contract/document';
import { listOwnExports } from '../../domain/documents/export/get-export';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.listDocumentExports, ({ caller }) => listOwnExports(caller));
