import * as z from 'zod/mini';
import { linkTokenSchema } from '../model/account';
import { seenPriceSchema } from '../model/pricing';
import {
  acceptanceSchema,
  shopOnlyDataSchema,
  subscribedShopDataSchema,
  subscriptionDataSchema,
} from '../model/shop-form';
import { defineCall } from './call';
import { messageSchema, ofShop, open, promoRefusals } from './parts';

/**
 * Each of both calls is done once: the browser's `Idempotency-Key` header names the request; without a key, an
 * identical request of the same user within a minute is a repeat. A repeated request gets the first one's response, or
 * SHOP_NOT_FOUND if the shop was deleted before all of it was made.
 */
export const createShopOnly = defineCall('create-shop-only', 'POST /api/stores/create-store-only', {
  summary: 'Open a shop without a subscription',
  access: 'user',
  changes: ['list-shops'],
  cost: { order: 6 },
  idempotent: true,
  body: z.object({ storeData: shopOnlyDataSchema, acceptance: z.optional(acceptanceSchema) }),
  response: z.object({ message: z.string(), customerId: z.string() }),
  errors: ['SHOP_NOT_FOUND', 'PAYMENTS_UNAVAILABLE'],
});

/**
 * `clientSecret` belongs to the setup intent that saves the card of the trial, or, for an owner who has no trial left,
 * to the payment intent of the first month; the browser confirms it. PRICE_CHANGED has the price as it is now:
 * `pricing`.
 */
export const createShopWithSubscription = defineCall(
  'create-shop-with-subscription',
  'POST /api/stores/create-with-subscription',
  {
    summary: 'Open a shop with a subscription',
    access: 'user',
    changes: ['list-shops', 'list-documents', 'calculate-pricing'],
    cost: { order: 16 },
    idempotent: true,
    body: z.object({
      storeData: subscribedShopDataSchema,
      subscriptionData: subscriptionDataSchema,
      acceptance: z.optional(acceptanceSchema),
      /** Whether the free trial was shown; an order for which that is not so is refused with TRIAL_CHANGED. */
      trial: z.optional(z.boolean()),
      seen: z.optional(seenPriceSchema),
    }),
    response: z.object({
      message: z.string(),
      customerId: z.string(),
      subscriptionId: z.string(),
      clientSecret: z.string(),
    }),
    errors: [
      'SHOP_NOT_FOUND',
      'SUBSCRIPTION_EXISTS',
      'TRIAL_CHANGED',
      'PRICE_CHANGED',
      'TRIALS_WITHOUT_CARD',
      'PAYMENTS_UNAVAILABLE',
      'ORDER_REFUSED',
      ...promoRefusals,
    ],
  },
);

/**
 * For the receiver of the mail of an order that named their address for invoices: from now on the shop's invoices go
 * there. The token works once.
 */
export const confirmInvoiceAddress = defineCall('confirm-invoice-address', 'POST /api/invoice-address/confirm', {
  summary: 'Make an address the invoice address of a shop by the token of its mail',
  ...open,
  cost: { stripe: 4 },
  body: z.object({ token: linkTokenSchema }),
  errors: ['LINK_INVALID', 'PAYMENTS_UNAVAILABLE'],
});

/**
 * Only without active subscriptions and unpaid invoices at Stripe at that moment (spec 6). The refusal counts both:
 * `activeSubscriptions`, `unpaidInvoices`. A deleted shop is refused like one that never existed.
 */
export const deleteShop = defineCall('delete-shop', 'DELETE /api/stores/delete-stripe-customer/{customerId}', {
  summary: 'Delete a shop',
  changes: ['list-shops', 'list-devices'],
  cost: { order: 6 },
  ...ofShop,
  response: messageSchema,
  errors: ['SHOP_NOT_DELETABLE', 'CHANGE_IN_PROGRESS', 'PAYMENTS_UNAVAILABLE'],
});
