import * as z from 'zod/mini';
import { shopRecordSchema } from '../model/customer';
import { endingOrderSchema, endingPreviewSchema, endingReceiptSchema } from '../model/ending-plan';
import { defineCall } from './call';
import { idSchema } from './parts';

/** A call about the end of one of the caller's subscriptions, named in its path. */
const ofSubscription = {
  access: 'user',
  owns: [{ kind: 'subscription', at: 'params.id' }],
  params: z.object({ id: idSchema }),
} as const;

/** All ends that the subscription can have now; without one if it has ended. Changes nothing. */
export const previewEnding = defineCall({
  name: 'preview-ending',
  summary: 'The ends that a subscription can have, and what each costs',
  method: 'GET',
  path: '/api/stripe/subscription/{id}/end',
  ...ofSubscription,
  response: endingPreviewSchema,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

/**
 * Ends a subscription at once or plans its end, if that is still possible and costs what was shown. A repeat has the
 * effect of one, and gets the same receipt.
 */
export const planEnding = defineCall({
  name: 'plan-ending',
  summary: 'End a subscription at once, or at the end of a period',
  method: 'POST',
  path: '/api/stripe/subscription/{id}/end',
  ...ofSubscription,
  body: endingOrderSchema,
  response: z.object({ shop: shopRecordSchema, receipt: endingReceiptSchema }),
  errors: [
    'SUBSCRIPTION_NOT_CHANGEABLE',
    'NOTICE_REQUIRED',
    'ENDING_CHANGED',
    'CHANGE_IN_PROGRESS',
    'PAYMENTS_UNAVAILABLE',
  ],
});

/** Until its day; the subscription then continues. Changes nothing if no end is planned. */
export const takeBackEnding = defineCall({
  name: 'take-back-ending',
  summary: 'Take a planned end back',
  method: 'DELETE',
  path: '/api/stripe/subscription/{id}/end',
  ...ofSubscription,
  response: z.object({ shop: shopRecordSchema }),
  errors: ['SUBSCRIPTION_NOT_CHANGEABLE', 'CHANGE_IN_PROGRESS', 'PAYMENTS_UNAVAILABLE'],
});

export const getEndingReceipt = defineCall({
  name: 'get-ending-receipt',
  summary: 'The proof that the end of a subscription was accepted',
  method: 'GET',
  path: '/api/stripe/subscription/{id}/end/receipt',
  ...ofSubscription,
  response: endingReceiptSchema,
  errors: ['RECEIPT_NOT_FOUND'],
});
