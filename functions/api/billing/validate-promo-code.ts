import * as billing from '#shared/contract/billing';
import { validatePromoCode } from '../../domain/pricing/price-calls';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.validatePromoCode, ({ caller, body }) => validatePromoCode(caller, body));
