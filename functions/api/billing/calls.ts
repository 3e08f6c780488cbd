import * as billing from '#shared/contract/billing';
import * as cards from '../../domain/cards/create-setup-intent';
import * as defaultCard from '../../domain/cards/set-default-payment-method';
import * as ending from '../../domain/endings/end-subscription';
import * as endingPreview from '../../domain/endings/preview-ending';
import * as opening from '../../domain/opening/create-subscription';
import * as pricing from '../../domain/pricing/price-calls';
import * as quantities from '../../domain/quantities/change-quantities';
import * as quantityPreview from '../../domain/quantities/preview-quantities';
import * as shopList from '../../domain/shops/list-shops';
import * as refresh from '../../domain/shops/refresh-shop';
import * as details from '../../domain/shops/update-shop';
import * as payment from '../../domain/subscriptions/pay-subscription';
import { defineHandler } from '../../http/define-handler';
import { requireEnv } from '../../runtime/environment';

export const listShops = defineHandler(billing.listShops, ({ caller, query }) =>
  shopList.listShops(caller, query.after),
);

export const listPrices = defineHandler(billing.listPrices, pricing.listPrices);

export const calculatePricing = defineHandler(billing.calculatePricing, ({ caller, body }) =>
  pricing.calculatePricing(caller, body),
);

export const validatePromoCode = defineHandler(billing.validatePromoCode, ({ caller, body }) =>
  pricing.validatePromoCode(caller, body),
);

export const refreshShop = defineHandler(billing.refreshShop, async ({ caller, params }) => ({
  shop: await refresh.refreshShop(caller.userId, params.customerId),
}));

export const updateShop = defineHandler(billing.updateShop, async ({ caller, params, body }) => ({
  shop: await details.updateShop(caller.userId, params.customerId, body),
}));

export const getItemPrice = defineHandler(billing.getItemPrice, async ({ caller, params }) => ({
  priceId: pricing.getItemPrice(caller, params.itemId),
}));

export const setAutoRenewal = defineHandler(billing.setAutoRenewal, ({ caller, params, body }) =>
  ending.setAutoRenewal(caller, params.id, body?.autoRenewal),
);

export const cancelSubscription = defineHandler(billing.cancelSubscription, ({ caller, params }) =>
  ending.cancelSubscription(caller, params.id),
);

export const previewEnding = defineHandler(billing.previewEnding, ({ params }) =>
  endingPreview.previewEnding(params.id),
);

export const previewQuantities = defineHandler(billing.previewQuantities, ({ params, body }) =>
  quantityPreview.previewQuantities(params.id, body),
);

export const changeQuantities = defineHandler(billing.changeQuantities, ({ caller, params, body, idempotency }) =>
  quantities.changeQuantities(caller, params.id, body, idempotency),
);

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

export const createSubscription = defineHandler(billing.createSubscription, ({ caller, params, body, idempotency }) =>
  opening.createSubscription({
    caller,
    customerId: params.customerId,
    identity: idempotency,
    items: body.items,
    promoCode: body.promoCode,
    paymentMethodId: body.paymentMethodId,
    trial: body.trial,
    seen: body.seen,
  }),
);
