import type { Stripe } from 'stripe';
import { stripeRequest, type RequestBudget } from './client';

/** Keys of our own in the metadata of setup intents: the user, and the subscription if the card is for only one. */
export const setupKeys = { userId: 'userId', subscription: 'subscription' } as const;

/** A card that will be saved. */
export interface NewSetup {
  userId: string;
  /** If left out, the card belongs to no customer until it is attached to one. */
  customerId?: string | undefined;
  /** The only subscription that it will pay for. */
  subscriptionId?: string | undefined;
}

/**
 * For use while its holder is away, as renewals need it (docs.stripe.com/payments/save-and-reuse). Returns the client
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

/** Whether a user saved a card with a setup intent of their own that has succeeded. */
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
