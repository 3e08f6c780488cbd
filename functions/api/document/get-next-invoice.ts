import * as document from '#shared/contract/document';
import { getNextInvoice } from '../../domain/documents/get-next-invoice';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(document.getNextInvoice, ({ caller, params }) =>
  getNextInvoice(caller, params.id),
);
