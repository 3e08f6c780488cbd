import type { ShopRecord } from '#shared/model/customer';
import { giveTrialItsCard } from '../cards/give-trial-its-card';
import { renewSnapshot } from '../shops/renew-snapshot';

/**
 * Reads a shop from Stripe and keeps the snapshot (see renewSnapshot). A trial without a card, although its owner saved
 * one, gets that card.
 */
export async function reconcileShop(userId: string, customerId: string): Promise<ShopRecord | undefined> {
  const record = await renewSnapshot(userId, customerId);
  const lacksCard = record?.subscriptions.some(
    ({ status, default_payment_method: card }) => status === 'trialing' && card === null,
  );
  return lacksCard && (await giveTrialItsCard(userId, customerId)) ? renewSnapshot(userId, customerId) : record;
}
