import { clock } from '../../adapters/clock';
import { billedQuantities } from '../../adapters/stripe/billed-quantities';
import { deleteItems } from '../../adapters/stripe/change-items';
import { callBudget } from '../../adapters/stripe/client';
import { readSubscription, type LiveItem, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { withShopLease } from '../shops/with-shop-lease';

const isRemoved = ({ quantity }: LiveItem): boolean => quantity === 0;

/**
 * Deletes the items that an owner has removed once nothing was billed for them in the period that runs: until then their
 * billing history counts (decision 033), afterwards they would be lines of 0 yen on every invoice. Called when Stripe
 * says that a subscription changed, as it does at each renewal. Safe to repeat.
 */
export async function dropRemovedItems(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  const options = { until: clock.now() + callBudget };
  const read = (): Promise<LiveSubscription | undefined> => readSubscription(subscriptionId, options);
  if (!(await read())?.items.some(isRemoved)) return;
  await withShopLease({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' }, async () => {
    const live = await read();
    if (!live || (live.status !== 'active' && live.status !== 'trialing')) return;
    const billed = await billedQuantities(live, options);
    const forgotten = live.items.filter((item) => isRemoved(item) && (billed.get(item.id) ?? 0) === 0);
    if (forgotten.length === 0 || live.items.every(isRemoved)) return;
    await deleteItems(
      live.id,
      forgotten.map(({ id }) => id),
      { ...options, idempotencyKey: `${live.id}:drop:${live.periodEnd}:${forgotten.map(({ id }) => id).join()}` },
    );
  });
}
