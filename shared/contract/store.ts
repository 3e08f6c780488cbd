import * as z from 'zod/mini';
import {
  acceptanceSchema,
  storeOnlyDataSchema,
  subscribedStoreDataSchema,
  subscriptionDataSchema,
} from '../model/store-form';
import { defineCall } from './call';
import { ofStore, promoRefusals } from './parts';

/**
 * Both calls are one saga each: the browser's `Idempotency-Key` header names the submit; without one the same user's
 * identical submit within a minute counts as the same. A repeated submit gets the first one's answer; STORE_NOT_FOUND
 * where the shop was deleted before all of it was made.
 */
export const createStoreOnly = defineCall({
  name: 'create-store-only',
  noun: 'store',
  summary: 'Open a shop without a subscription',
  method: 'POST',
  path: '/api/stores/create-store-only',
  access: 'user',
  body: z.object({ storeData: storeOnlyDataSchema, acceptance: z.optional(acceptanceSchema) }),
  response: z.object({ message: z.string(), customerId: z.string() }),
  errors: ['NOT_SIGNED_IN', 'STORE_NOT_FOUND', 'SUBMIT_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'PAYMENTS_UNAVAILABLE'],
});

/** `clientSecret` is of the setup intent that saves the card of the trial; the browser confirms it. */
export const createWithSubscription = defineCall({
  name: 'create-with-subscription',
  noun: 'store',
  summary: 'Open a shop with a subscription in its free trial',
  method: 'POST',
  path: '/api/stores/create-with-subscription',
  access: 'user',
  body: z.object({
    storeData: subscribedStoreDataSchema,
    subscriptionData: subscriptionDataSchema,
    acceptance: z.optional(acceptanceSchema),
  }),
  response: z.object({
    message: z.string(),
    customerId: z.string(),
    subscriptionId: z.string(),
    clientSecret: z.string(),
  }),
  errors: [
    'NOT_SIGNED_IN',
    'STORE_NOT_FOUND',
    'SUBMIT_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
    'PAYMENTS_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    ...promoRefusals,
  ],
});

/**
 * Only without active subscriptions and unpaid invoices, as Stripe has them at that moment (spec 6). The refusal
 * counts both: `activeSubscriptions`, `unpaidInvoices`. A shop that is gone already answers like one that never was.
 */
export const deleteStore = defineCall({
  name: 'delete-store',
  noun: 'store',
  summary: 'Delete a shop',
  method: 'DELETE',
  path: '/api/stores/delete-stripe-customer/{customerId}',
  access: 'user',
  ...ofStore,
  response: z.object({ message: z.string() }),
  errors: ['NOT_SIGNED_IN', 'STORE_NOT_FOUND', 'STORE_NOT_DELETABLE', 'CHANGE_IN_PROGRESS', 'PAYMENTS_UNAVAILABLE'],
});
