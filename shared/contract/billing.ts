import * as z from 'zod/mini';
import { shopRecordSchema } from '../model/customer';
import { pricingSchema, promoSchema } from '../model/pricing';
import { promoCodeSchema, quantitySchema } from '../model/store-form';
import { defineCall } from './call';

/** The caller's shops with their subscriptions and payments, from the projection: warm, no Stripe request. Empty: []. */
export const listShops = defineCall({
  name: 'list-shops',
  noun: 'billing',
  summary: "The caller's shops, each with its subscriptions and newest payments",
  method: 'GET',
  path: '/api/stripe/customer',
  access: 'user',
  reads: 'snapshots',
  response: z.array(shopRecordSchema),
  errors: ['NOT_SIGNED_IN', 'PAYMENTS_UNAVAILABLE'],
});

export const listPrices = defineCall({
  name: 'list-prices',
  noun: 'billing',
  summary: 'Monthly prices of the catalogue',
  method: 'GET',
  path: '/api/stripe/prices',
  access: 'user',
  response: z.array(z.object({ id: z.string(), unit_amount: z.number() })),
  errors: ['NOT_SIGNED_IN', 'PAYMENTS_UNAVAILABLE'],
});

/** An unusable code is refused with its reason, never silently ignored. */
export const calculatePricing = defineCall({
  name: 'calculate-pricing',
  noun: 'billing',
  summary: 'What a number of devices costs a month, with a promotion code if one is given',
  method: 'POST',
  path: '/api/calculate-pricing',
  access: 'user',
  body: z.object({ quantity: quantitySchema, promoCode: z.optional(promoCodeSchema) }),
  response: pricingSchema,
  errors: ['NOT_SIGNED_IN', 'PROMO_CODE_INVALID', 'PROMO_CODE_EXPIRED', 'PROMO_CODE_EXHAUSTED', 'PROMO_CODE_NOT_APPLICABLE', 'PAYMENTS_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
});

export const validatePromoCode = defineCall({
  name: 'validate-promo-code',
  noun: 'billing',
  summary: 'Whether a promotion code can be used, and what it takes off',
  method: 'POST',
  path: '/api/validate-promo-code',
  access: 'user',
  body: z.object({ promoCode: promoCodeSchema.check(z.minLength(1, 'プロモーションコードを入力してください')) }),
  response: promoSchema,
  errors: ['NOT_SIGNED_IN', 'PROMO_CODE_INVALID', 'PROMO_CODE_EXPIRED', 'PROMO_CODE_EXHAUSTED', 'PROMO_CODE_NOT_APPLICABLE', 'PAYMENTS_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
});
