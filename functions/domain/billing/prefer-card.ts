import { callBudget, type AskOptions } from '../../adapters/stripe/client';
import { cardOfSetup, defaultCard, setDefaultCard, setSubscriptionCard, subscriptionsWithoutCard, type SavedCard } from '../../adapters/stripe/cards';
import { clock } from '../../adapters/clock';

/**
 * Which card a customer pays with after one was saved. The news of an older card may arrive after a newer one was chosen: the
 * newer card stays.
 */
export const decideCard = (current: SavedCard | undefined, saved: SavedCard): SavedCard => (current && current.created > saved.created ? current : saved);

/** A card that was saved becomes its customer's default, and that of subscriptions that have none. Safe to repeat. */
export async function preferCard(customerId: string, setupIntentId: string): Promise<void> {
  const options: AskOptions = { until: clock.now() + callBudget };
  const saved = await cardOfSetup(setupIntentId, options);
  if (saved?.customerId !== customerId) return;
  const current = await defaultCard(customerId, options);
  if (current === 'deleted') return;
  const card = decideCard(current, saved.card);
  if (card.id !== current?.id) await setDefaultCard(customerId, card, options);
  for (const subscriptionId of await subscriptionsWithoutCard(customerId, options)) await setSubscriptionCard(subscriptionId, card, options);
}
