import * as document from '#shared/contract/document';
import { listOwnExports } from '../../domain/documents/export/list-exports';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.listDocumentExports, ({ caller }) => listOwnExports(caller));
