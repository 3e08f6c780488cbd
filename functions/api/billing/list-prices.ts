import * as billing from '#shared/contract/billing';
import { listPrices } from '../../domain/pricing/price-calls';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.listPrices, listPrices);
