import { clock } from '../../adapters/clock';
import { defaultCard, newestCard } from '../../adapters/stripe/cards';
import { callBudget, type RequestBudget } from '../../adapters/stripe/client';
import { logger } from '../../runtime/logger';
import { leaseShop } from '../shops/lease-shop';
import { payShopWith } from './apply-saved-card';

/**
 * Lets the card that an owner saved pay for a shop without a default card. This happens if the browser was closed
 * before it chose the card, and the event of the saved card was lost. Without a card the trial would be canceled at its
 * end (decisions/subscriptions). Returns whether there was such a card. Safe to repeat; a card that was chosen
 * meanwhile stays.
 */
export async function giveTrialItsCard(userId: string, customerId: string): Promise<boolean> {
  const options: RequestBudget = { until: clock.now() + callBudget };
  const saved = await newestCard(customerId, options);
  if (!saved) return false;
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const current = await defaultCard(customerId, options);
  if (current === 'deleted') return true;
  await payShopWith(customerId, current, current.card ?? saved, options);
  logger.info('a trial got the card that its owner had saved', { customerId });
  return true;
}
