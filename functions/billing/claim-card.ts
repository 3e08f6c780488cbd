import { CallError } from '#shared/errors';
import type { SavedCard } from './cards';
import { idOf, stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { unlessInvalid } from '#functions/platform/stripe/errors';
import { saversOf } from './setup-intents';

/**
 * Checks a card that a user names for one of their shops: the shop's own card, or a card that this user saved without
 * naming a shop, which then becomes the shop's. Any other card (unknown, not a card, another user's or shop's, removed,
 * or brought by two users) is refused with PAYMENT_METHOD_NOT_FOUND; CARD_DECLINED if the bank refuses it. Safe to
 * repeat.
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
