import * as document from '#shared/contract/document';
import { issueReceipt } from '../../domain/documents/receipts';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.issueReceipt, async ({ caller, params, body }) => ({
  receipt: await issueReceipt(caller, params.id, body),
}));
