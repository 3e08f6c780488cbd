import * as ending from '#shared/contract/ending';
import { getReceipt } from '../../domain/endings/to-receipt';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(ending.getEndingReceipt, ({ caller, params }) => getReceipt(caller, params.id));
