import { CallError } from '#shared/errors';
import { attachCard, findCard, type SavedCard } from '../../adapters/stripe/cards';
import type { RequestBudget } from '../../adapters/stripe/client';
import { wasSavedBy } from '../../adapters/stripe/setup-intents';

/**
 * A card that a user names for a shop of theirs: one that is the shop's, or one that this very user saved without
 * naming a shop, which becomes the shop's now. Anything else (unknown, no card, another user's or another shop's, one
 * that was removed) is PAYMENT_METHOD_NOT_FOUND, whichever it is; CARD_DECLINED where the bank refuses it. Safe to
 * repeat.
 */
export async function claimCard(
  userId: string,
  customerId: string,
  paymentMethodId: string,
  options: RequestBudget,
): Promise<SavedCard> {
  const card = await findCard(paymentMethodId, options);
  if (!card) throw new CallError('PAYMENT_METHOD_NOT_FOUND');
  const mine = card.customerId === customerId;
  const free = card.customerId === undefined && (await wasSavedBy(userId, paymentMethodId, options));
  if (!mine && !(free && (await attachCard(paymentMethodId, customerId, options))))
    throw new CallError('PAYMENT_METHOD_NOT_FOUND');
  return { id: card.id, created: card.created };
}
