import type { Stripe } from 'stripe';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { isInvalid, isMissing } from '#functions/platform/stripe/errors';

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
  const { id, client_secret: secret } = await stripe(options).setupIntents.create(params);
  if (secret === null) throw new Error(`The setup intent ${id} has no client secret`);
  return secret;
}

/**
 * Cancels a setup intent whose card must no longer be saved, so that its client secret stops working. One that has
 * succeeded or was canceled meanwhile does not change (docs.stripe.com/api/setup_intents/cancel).
 */
export async function abandonSetup(setupIntentId: string, options: RequestBudget = {}): Promise<void> {
  await stripe(options)
    .setupIntents.cancel(setupIntentId, { cancellation_reason: 'abandoned' })
    .catch((error: unknown) => {
      if (!isMissing(error) && !isInvalid(error)) throw error;
    });
}

/** The users who brought a card to Stripe, by the portal's setup intents that it was confirmed with. */
export interface CardSavers {
  /** A setup intent of this user with it has succeeded. */
  own: boolean;
  /**
   * Another user has it in one of their setup intents, whatever its outcome. A browser may confirm its own setup intent
   * with the id of any card that no customer has yet, so success alone proves nothing.
   */
  others: boolean;
}

/** The users who brought a card to Stripe; no honest user confirms a hundred setup intents with one card. */
export async function saversOf(
  userId: string,
  paymentMethodId: string,
  options: RequestBudget = {},
): Promise<CardSavers> {
  const { data, has_more: more } = await stripe(options).setupIntents.list({
    payment_method: paymentMethodId,
    limit: 100,
  });
  const users = data.map((intent) => ({ user: intent.metadata?.[setupKeys.userId], status: intent.status }));
  return {
    own: users.some(({ user, status }) => user === userId && status === 'succeeded'),
    others: more || users.some(({ user }) => user !== undefined && user !== userId),
  };
}
