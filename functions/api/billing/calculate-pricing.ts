import * as billing from '#shared/contract/billing';
import { calculatePricing } from '../../domain/pricing/calculate-pricing';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.calculatePricing, ({ caller, body }) => calculatePricing(caller, body));
