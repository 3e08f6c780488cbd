import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { CallError } from '#shared/errors';
import { unlessInvalid } from '#functions/platform/stripe/errors';
import { isCustomerDeleted } from '#functions/shops/customers';
import type { Caller } from '#functions/http/caller';
import { namedShop, onlyShop, type NamedShop } from '#functions/shops/ownership';
import { peek, type Use } from '#functions/limits/limits';
import type { SavedCard } from './cards';

/** Keys of our own in the metadata of setup intents: the user, and the subscription if the card is for only one. */
export const setupKeys = { userId: 'userId', subscription: 'subscription' } as const;

/** Counts the declined cards of a user (events/take-events.ts). */
export const declinedBy = (userId: string): Use => ({ kind: 'declined', of: { user: userId } });

/**
 * The users who brought a card to Stripe, by setup intents. `own`: one of this user has succeeded. `others`: another
 * user has it in one, whatever its outcome: a browser may confirm its own with any card, so success alone proves
 * nothing. Nobody honest confirms a hundred with one card, so more than a page count as another's.
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

/**
 * Begins to save a card, for a shop, for one of its subscriptions, or for neither yet: for use while its holder is
 * away, as renewals need it (docs.stripe.com/payments/save-and-reuse). Returns the client secret for the browser.
 * Throws TOO_MANY_ATTEMPTS after too many declined cards.
 */
export async function createSetupIntent(caller: Caller, named: NamedShop): Promise<string> {
  const { userId } = caller;
  const { subscriptionId } = named;
  // A card that belongs to a customer from the start cannot become anybody else's.
  const customer = namedShop(caller, named) ?? (await onlyShop(userId));
  const refusal = await peek(declinedBy(userId));
  if (refusal) throw refusal;
  const metadata = {
    [setupKeys.userId]: userId,
    ...(subscriptionId !== undefined && { [setupKeys.subscription]: subscriptionId }),
  };
  const { id, client_secret: secret } = await stripe()
    .setupIntents.create({
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      ...(customer !== undefined && { customer }),
      metadata,
    })
    .catch(async (error: unknown) => {
      const isDeleted = customer !== undefined && (await isCustomerDeleted(error, customer, {}));
      throw isDeleted ? new CallError('SHOP_NOT_FOUND') : error;
    });
  if (secret === null) throw new Error(`The setup intent ${id} has no client secret`);
  return secret;
}

/**
 * Checks a card that a user names for one of their shops: the shop's own, or one that this user saved without a shop,
 * which becomes the shop's. Throws PAYMENT_METHOD_NOT_FOUND for any other (unknown, removed, another user's or shop's,
 * or brought by two users), and CARD_DECLINED. Safe to repeat.
 */
export async function claimCard(
  userId: string,
  customerId: string,
  paymentMethodId: string,
  options: RequestBudget,
): Promise<SavedCard> {
  const { paymentMethods } = stripe(options);
  const [method, savers] = await Promise.all([
    unlessInvalid(paymentMethods.retrieve(paymentMethodId)),
    saversOf(userId, paymentMethodId, options),
  ]);
  const holder = idOf(method?.customer);
  const isFree = holder === undefined && savers.own;
  const isUsable = method?.type === 'card' && !savers.others && (isFree || holder === customerId);
  // Stripe attaches none that was removed once (docs.stripe.com/api/payment_methods/detach) or that another customer
  // got first.
  const attach = () => unlessInvalid(paymentMethods.attach(paymentMethodId, { customer: customerId }));
  if (!isUsable || (isFree && !(await attach()))) throw new CallError('PAYMENT_METHOD_NOT_FOUND');
  return { id: method.id, created: method.created };
}
