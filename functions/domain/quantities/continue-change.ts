import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { readSubscription } from '../../adapters/stripe/live-subscription';
import { readQuantityChange } from '../../adapters/users-table/quantity-changes';
import { leaseShop } from '../shops/lease-shop';
import { carryOut } from './carry-out-change';
import { canGoOn } from './quantity-plan';

/**
 * Completes a change whose invoice was paid after 3-D Secure (event customer.subscription.pending_update_applied): now
 * the quantities that cost nothing are set. Safe to repeat; does nothing if no such change waits.
 */
export async function continueChange(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  if ((await readQuantityChange(userId, subscriptionId))?.state !== 'awaiting') return;
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const options = { until: clock.now() + callBudget };
  const change = await readQuantityChange(userId, subscriptionId);
  if (change?.state !== 'awaiting') return;
  const live = await readSubscription(subscriptionId, options);
  if (live?.pendingInvoiceId === null && canGoOn(change.plan, live)) await carryOut({ userId, change, options }, live);
}
