import * as z from 'zod/mini';
import { mostDevices } from '../constants';
import { shopRecordSchema } from '../model/customer';
import { endingPreviewSchema } from '../model/ending';
import { chargeSchema, pricedOrderSchema, promoSchema, quantityPreviewSchema, seenPriceSchema } from '../model/pricing';
import { quantitiesSchema, quantityChangeSchema } from '../model/quantities';
import { shopEditSchema, promoCodeSchema, quantitySchema } from '../model/shop-form';
import { defineCall } from './call';
import { afterSchema, idSchema, ofShop, promoRefusals, shopPages, shopReads } from './parts';

/** The response to every change of a shop: the changed shop, read again from Stripe in the same call. */
const changedShop = z.object({ shop: shopRecordSchema });
/** A call about one of the caller's subscriptions, named in its path. */
const ofSubscription = {
  access: 'user',
  owns: [{ kind: 'subscription', at: 'params.id' }],
  params: z.object({ id: idSchema }),
} as const;

/**
 * The caller's shops with their subscriptions and payments, from the snapshots, in pages; no request goes to Stripe
 * while they are fresh. Without shops: [].
 */
export const listShops = defineCall('list-shops', 'GET /api/stripe/customer', {
  summary: "The caller's shops, each with its subscriptions and newest payments",
  access: 'user',
  pages: { ...shopPages, key: 'customer.id', order: 'customer.created' },
  query: afterSchema,
  response: z.array(shopRecordSchema),
  errors: ['PAYMENTS_UNAVAILABLE'],
});

export const listPrices = defineCall('list-prices', 'GET /api/stripe/prices', {
  summary: 'Monthly prices of the catalogue',
  access: 'user',
  response: z.array(z.object({ id: z.string(), unit_amount: z.number() })),
  errors: ['PAYMENTS_UNAVAILABLE'],
});

/** The shop of an order; absent if the shop does not exist yet. */
const forShop = { access: 'user', owns: [{ kind: 'shop', at: 'body.customerId', optional: true }] } as const;

/** An unusable code is refused with its reason, never silently ignored. */
export const calculatePricing = defineCall('calculate-pricing', 'POST /api/calculate-pricing', {
  summary: 'What a number of devices costs a month, with a promotion code if one is given',
  cost: { stripe: 2 },
  ...forShop,
  body: z.object({
    quantity: quantitySchema,
    promoCode: z.optional(promoCodeSchema),
    customerId: z.optional(idSchema),
  }),
  response: pricedOrderSchema,
  errors: [...promoRefusals, 'PAYMENTS_UNAVAILABLE'],
});

export const validatePromoCode = defineCall('validate-promo-code', 'POST /api/validate-promo-code', {
  summary: 'Whether a promotion code can be used, and what it takes off',
  cost: { stripe: 2 },
  ...forShop,
  body: z.object({
    promoCode: promoCodeSchema.check(z.minLength(1, 'プロモーションコードを入力してください')),
    customerId: z.optional(idSchema),
  }),
  response: promoSchema,
  errors: [...promoRefusals, 'PAYMENTS_UNAVAILABLE'],
});

/** The shop's current state at Stripe, for use after a payment that the browser confirmed and for "try again". */
export const refreshShop = defineCall('refresh-shop', 'POST /api/stripe/customer/{customerId}/refresh', {
  summary: 'Read a shop from Stripe again',
  changes: shopReads,
  cost: { stripe: 2, refresh: 1 },
  ...ofShop,
  response: changedShop,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

export const updateShop = defineCall('update-shop', 'POST /api/stripe/customer/{customerId}/metadata', {
  summary: "Change a shop's name, phone and addresses",
  changes: shopReads,
  cost: { stripe: 4 },
  ...ofShop,
  body: shopEditSchema,
  response: changedShop,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

export const getItemPrice = defineCall('get-item-price', 'GET /api/stripe/subscription-item/{itemId}/price', {
  summary: 'The price of a subscription item',
  access: 'user',
  owns: [{ kind: 'subscriptionItem', at: 'params.itemId' }],
  params: z.object({ itemId: idSchema }),
  response: z.object({ priceId: z.string() }),
});

/**
 * Without a body or with an empty one it toggles (spec 7); on means that the subscription continues at its renewal. A
 * body with other keys alone wants something else, and toggles nothing.
 */
export const setAutoRenewal = defineCall('set-auto-renewal', 'POST /api/stripe/subscription/{id}/auto-renewal', {
  summary: 'Whether a subscription goes on at its next renewal',
  changes: shopReads,
  cost: { stripe: 6, renewal: 1 },
  ...ofSubscription,
  body: z.optional(
    z.looseObject({ autoRenewal: z.optional(z.boolean()) }).check(
      z.refine((body) => body.autoRenewal !== undefined || Object.keys(body).length === 0, {
        path: ['autoRenewal'],
      }),
    ),
  ),
  response: changedShop,
  errors: ['SUBSCRIPTION_NOT_CHANGEABLE', 'SUBSCRIPTION_OVERDUE', 'CHANGE_IN_PROGRESS', 'PAYMENTS_UNAVAILABLE'],
});

/** At once and irreversible; canceling a canceled subscription changes nothing and gets the same response. */
export const cancelSubscription = defineCall('cancel-subscription', 'POST /api/stripe/subscription/{id}/cancel', {
  summary: 'Cancel a subscription at once',
  changes: [...shopReads, 'list-devices', 'list-shop-devices'],
  cost: { order: 8 },
  ...ofSubscription,
  response: changedShop,
  errors: ['CHANGE_IN_PROGRESS', 'PAYMENTS_UNAVAILABLE'],
});

/** The ways to end a subscription; none if it has ended. Changes nothing. */
export const previewEnding = defineCall('preview-ending', 'GET /api/stripe/subscription/{id}/end', {
  summary: 'How a subscription can end, and what each way still costs',
  cost: { stripe: 6 },
  ...ofSubscription,
  response: endingPreviewSchema,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

/** The cost of a change of quantities, from Stripe's own preview of exactly that change. Changes nothing. */
export const previewQuantities = defineCall(
  'preview-quantities',
  'POST /api/stripe/subscription/{id}/quantities/preview',
  {
    summary: 'What a change of quantities costs now and each month',
    cost: { stripe: 4 },
    ...ofSubscription,
    body: quantitiesSchema,
    response: quantityPreviewSchema,
    errors: [
      'SUBSCRIPTION_NOT_CHANGEABLE',
      'SUBSCRIPTION_OVERDUE',
      'QUANTITY_CHANGED',
      'TOO_MANY_CHANGES',
      'PAYMENTS_UNAVAILABLE',
    ],
  },
);

/**
 * A decrease takes effect with the next invoice, without refund; an increase is charged pro rata at once and takes
 * effect once it is paid. A declined card changes nothing.
 */
export const changeQuantities = defineCall('change-quantities', 'POST /api/stripe/subscription/{id}/quantities', {
  summary: 'Change the quantities of a subscription',
  changes: [...shopReads, 'list-devices', 'list-shop-devices'],
  cost: { order: 12 },
  idempotent: true,
  ...ofSubscription,
  body: quantityChangeSchema,
  response: z.object({ shop: shopRecordSchema, charge: chargeSchema }),
  errors: [
    'SUBSCRIPTION_NOT_CHANGEABLE',
    'SUBSCRIPTION_OVERDUE',
    'QUANTITY_CHANGED',
    'PRICE_CHANGED',
    'PREVIEW_EXPIRED',
    'TOO_MANY_CHANGES',
    'CARD_DECLINED',
    'PAYMENT_METHOD_MISSING',
    'PAYMENTS_UNAVAILABLE',
  ],
});

/**
 * Pays the open invoices of a subscription, with its own card if it has one, otherwise with the shop's.
 * `requires_action`: the browser completes 3-D Secure, then refreshes the shop.
 */
export const paySubscription = defineCall('pay-subscription', 'POST /api/stripe/subscription/{id}/pay', {
  summary: 'Pay the open invoices of a subscription now',
  changes: shopReads,
  cost: { order: 8 },
  ...ofSubscription,
  response: z.object({ shop: shopRecordSchema, charge: chargeSchema }),
  errors: [
    'NOTHING_TO_PAY',
    'CARD_DECLINED',
    'PAYMENT_METHOD_MISSING',
    'IDEMPOTENCY_KEY_IN_USE',
    'PAYMENTS_UNAVAILABLE',
  ],
});

/**
 * Saves a card. If the request names the shop (or a subscription of it), the card belongs to that customer from the
 * start. Otherwise (spec 7) it belongs to the user until POST /api/stripe/set-default-payment-method assigns it.
 */
export const createSetupIntent = defineCall('create-setup-intent', 'POST /api/stripe/setup-intent', {
  summary: 'Begin to save a card',
  access: 'user',
  changes: [],
  cost: { stripe: 2, card: 1 },
  owns: [
    { kind: 'shop', at: 'body.customerId', optional: true },
    { kind: 'subscription', at: 'body.subscriptionId', optional: true },
  ],
  body: z.optional(z.object({ customerId: z.optional(idSchema), subscriptionId: z.optional(idSchema) })),
  response: z.object({ clientSecret: z.string(), publishableKey: z.string() }),
  errors: ['PAYMENTS_UNAVAILABLE'],
});

/**
 * With a subscription, only its card changes. With a shop, or without either if the user has one shop, the shop's
 * default card changes, and the card of its subscriptions without a card of their own: those that have none, or the
 * shop's previous default card.
 */
export const setDefaultPaymentMethod = defineCall(
  'set-default-payment-method',
  'POST /api/stripe/set-default-payment-method',
  {
    summary: 'Pay with another card from now on',
    access: 'user',
    changes: shopReads,
    cost: { order: 8 },
    owns: [
      { kind: 'subscription', at: 'body.subscriptionId', optional: true },
      { kind: 'shop', at: 'body.customerId', optional: true },
    ],
    body: z.object({
      paymentMethodId: idSchema,
      subscriptionId: z.optional(idSchema),
      customerId: z.optional(idSchema),
    }),
    response: changedShop,
    errors: [
      'SUBSCRIPTION_NOT_CHANGEABLE',
      'PAYMENT_METHOD_NOT_FOUND',
      'CARD_DECLINED',
      'CHANGE_IN_PROGRESS',
      'PAYMENTS_UNAVAILABLE',
    ],
  },
);

/**
 * A shop's first subscription has the free trial, as long as its owner has trials left; any other is paid at once. It
 * is done once, like opening a shop: the browser's `Idempotency-Key` header names the request; without a key, an
 * identical request of the same user within a minute is a repeat.
 */
export const createSubscription = defineCall(
  'create-subscription',
  'POST /api/stripe/customer/{customerId}/subscription',
  {
    summary: 'Rent devices for a shop that is there already',
    changes: [...shopReads, 'calculate-pricing'],
    cost: { order: 16 },
    idempotent: true,
    ...ofShop,
    body: z.object({
      items: z
        .array(z.object({ price: idSchema, quantity: z.int().check(z.minimum(1), z.maximum(mostDevices)) }))
        .check(z.minLength(1), z.maxLength(20)),
      promoCode: z.optional(promoCodeSchema),
      /** The card to pay with; if left out, the shop's default card. */
      paymentMethodId: z.optional(idSchema),
      /** Whether the free trial was shown; an order for which that is not so is refused with TRIAL_CHANGED. */
      trial: z.optional(z.boolean()),
      /** The price that was shown; another one is refused with PRICE_CHANGED and the price as it is now: `pricing`. */
      seen: z.optional(seenPriceSchema),
    }),
    response: z.object({ shop: shopRecordSchema, subscriptionId: z.string(), charge: chargeSchema }),
    errors: [
      'SHOP_OWES',
      'SUBSCRIPTION_EXISTS',
      'TRIAL_CHANGED',
      'PRICE_CHANGED',
      'PAYMENT_METHOD_NOT_FOUND',
      'PAYMENT_METHOD_MISSING',
      'CARD_DECLINED',
      ...promoRefusals,
      'ORDER_REFUSED',
      'PAYMENTS_UNAVAILABLE',
    ],
  },
);
