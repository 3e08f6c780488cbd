import type { Stripe } from 'stripe';
import { stripeRequest, type RequestBudget } from './client';

/**
 * Keys of our own in the metadata of setup intents: whose it is, and the subscription that its card is for, where it
 * is for one alone.
 */
export const setupKeys = { userId: 'userId', subscription: 'subscription' } as const;

/** A card about to be saved. */
export interface NewSetup {
  userId: string;
  /** Left out, the card belongs to no customer until it is attached to one. */
  customerId?: string | undefined;
  /** The subscription that alone is to be paid with it. */
  subscriptionId?: string | undefined;
}

/**
 * For use while its holder is away, as renewals need it (docs.stripe.com/payments/save-and-reuse). Answers the client
 * secret.
 */
export async function beginSetup(
  { userId, customerId, subscriptionId }: NewSetup,
  options: RequestBudget = {},
): Promise<string> {
  const params: Stripe.SetupIntentCreateParams = {
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    ...(customerId !== undefined && { customer: customerId }),
    metadata: {
      [setupKeys.userId]: userId,
      ...(subscriptionId !== undefined && { [setupKeys.subscription]: subscriptionId }),
    },
  };
  const { id, client_secret: secret } = await stripeRequest(
    (stripe, request) => stripe.setupIntents.create(params, request),
    options,
  );
  if (secret === null) throw new Error(`The setup intent ${id} has no client secret`);
  return secret;
}

/** Whether a user saved a card by a setup intent of their own that has succeeded. */
export async function wasSavedBy(
  userId: string,
  paymentMethodId: string,
  options: RequestBudget = {},
): Promise<boolean> {
  const { data } = await stripeRequest(
    (stripe, request) => stripe.setupIntents.list({ payment_method: paymentMethodId, limit: 100 }, request),
    options,
  );
  return data.some((intent) => intent.status === 'succeeded' && intent.metadata?.[setupKeys.userId] === userId);
}
