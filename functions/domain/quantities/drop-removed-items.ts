import { isRunning } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import { recentBilling } from '../../adapters/stripe/recent-billing';
import { deleteItems } from '../../adapters/stripe/change-items';
import { callBudget } from '../../adapters/stripe/client';
import { readSubscription, type LiveItem, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { leaseShop } from '../shops/lease-shop';

const isRemoved = ({ quantity }: LiveItem): boolean => quantity === 0;

/**
 * Deletes the items that an owner removed, as soon as nothing was billed for them in the current period. Until then
 * their billing history counts (decisions/subscriptions); afterwards they would be lines of 0 yen on every invoice.
 * Called when Stripe reports a changed subscription, which it does at each renewal. Safe to repeat.
 */
export async function dropRemovedItems(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  const options = { until: clock.now() + callBudget };
  const read = (): Promise<LiveSubscription | undefined> => readSubscription(subscriptionId, options);
  if (!(await read())?.items.some(isRemoved)) return;
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const live = await read();
  // Other items would end an update that waits for its payment; the event of its end comes here again
  // (docs.stripe.com/billing/subscriptions/pending-updates#canceling-changing).
  if (!live || !isRunning(live) || live.pendingInvoiceId !== null) return;
  const { billed } = await recentBilling(live, options);
  const forgotten = live.items.filter((item) => isRemoved(item) && (billed.get(item.id) ?? 0) === 0);
  if (forgotten.length === 0 || live.items.every(isRemoved)) return;
  const ids = forgotten.map(({ id }) => id);
  await deleteItems(live.id, ids, { ...options, idempotencyKey: `${live.id}:drop:${live.periodEnd}:${ids.join()}` });
}
