import * as billing from '#shared/contract/billing';
import { listPrices } from '../../domain/pricing/list-prices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.listPrices, listPrices);
