import { stripe, type RequestBudget } from '#functions/platform/stripe/client';

/** Keys of our own in the metadata of setup intents: the user, and the subscription if the card is for only one. */
export const setupKeys = { userId: 'userId', subscription: 'subscription' } as const;

/**
 * The users who brought a card to Stripe, by the portal's setup intents that it was confirmed with; no honest user
 * confirms a hundred with one card. `own`: one of this user has succeeded. `others`: another user has it in one of
 * theirs, whatever its outcome. A browser may confirm its own setup intent with the id of any card that no customer has
 * yet, so success alone proves nothing.
 */
export async function saversOf(
  userId: string,
  paymentMethodId: string,
  options: RequestBudget = {},
): Promise<{ own: boolean; others: boolean }> {
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
