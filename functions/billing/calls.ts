import * as billing from '#shared/contract/billing';
import * as cards from './setup-intents';
import * as defaultCard from './saved-cards';
import * as pricing from './quote';
import * as payment from './pay-subscription';
import { defineHandler } from '#functions/http/define-handler';
import { requireEnv } from '#functions/platform/environment';

export const listPrices = defineHandler(billing.listPrices, pricing.listPrices);

export const calculatePricing = defineHandler(billing.calculatePricing, ({ caller, body }) =>
  pricing.calculatePricing(caller, body),
);

export const validatePromoCode = defineHandler(billing.validatePromoCode, ({ caller, body }) =>
  pricing.validatePromoCode(caller, body),
);

export const getItemPrice = defineHandler(billing.getItemPrice, async ({ caller, params }) => ({
  priceId: pricing.getItemPrice(caller, params.itemId),
}));

export const paySubscription = defineHandler(billing.paySubscription, ({ caller, params }) =>
  payment.paySubscription(caller, params.id),
);

export const createSetupIntent = defineHandler(billing.createSetupIntent, async ({ caller, body = {} }) => {
  const publishableKey = requireEnv('STRIPE_PUBLISHABLE_KEY');
  return { clientSecret: await cards.createSetupIntent(caller, body), publishableKey };
});

export const setDefaultPaymentMethod = defineHandler(billing.setDefaultPaymentMethod, async ({ caller, body }) => ({
  shop: await defaultCard.setDefaultPaymentMethod(caller, body),
}));
