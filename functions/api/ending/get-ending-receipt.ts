import * as ending from '#shared/contract/ending';
import { getEndingReceipt } from '../../domain/endings/to-receipt';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(ending.getEndingReceipt, ({ caller, params }) =>
  getEndingReceipt(caller, params.id),
);
