import * as billing from '#shared/contract/billing';
import { calculatePricing } from '../../domain/pricing/price-calls';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.calculatePricing, ({ caller, body }) => calculatePricing(caller, body));
