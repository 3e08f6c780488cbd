import * as billing from '#shared/contract/billing';
import { orderingShop } from '../../domain/promotions/trial-of-order';
import { validatePromoCode } from '../../domain/promotions/validate-promo-code';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.validatePromoCode, async ({ caller, body }) =>
  validatePromoCode(caller.userId, await orderingShop(caller, body, { current: true }), body.promoCode),
);
