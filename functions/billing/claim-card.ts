import { CallError } from '#shared/errors';
import { attachCard, findCard, type SavedCard } from './cards';
import type { RequestBudget } from '#functions/platform/stripe/client';
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
  const [card, savers] = await Promise.all([
    findCard(paymentMethodId, options),
    saversOf(userId, paymentMethodId, options),
  ]);
  if (!card || savers.others) throw new CallError('PAYMENT_METHOD_NOT_FOUND');
  const mine = card.customerId === customerId;
  const free = card.customerId === undefined && savers.own;
  if (!mine && !(free && (await attachCard(paymentMethodId, customerId, options))))
    throw new CallError('PAYMENT_METHOD_NOT_FOUND');
  return { id: card.id, created: card.created };
}
