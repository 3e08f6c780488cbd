import * as billing from '#shared/contract/billing';
import { getItemPrice } from '../../domain/pricing/price-calls';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.getItemPrice, async ({ caller, params }) => ({
  priceId: getItemPrice(caller, params.itemId),
}));
