import { isOver } from '#shared/model/subscription-status';
import type { ShopRecord } from '#shared/model/customer';
import type { RequestBudget } from '../../adapters/stripe/client';
import { takeBackInvoice } from '../../adapters/stripe/invoice-outcome';
import { cancelAtOnce } from '../../adapters/stripe/planned-end';
import type { ShopOwner } from '../shops/find-shop';
import { announceEnd } from '../movements/announce-change';
import { readBackAfter, subscriptionChange } from '../shops/read-back';
import { requireEnding } from './require-ending';
import { requireSubscription } from './require-subscription';

/** An increase that waits for its payment is withdrawn with its invoice, because it will never be made. */
async function cancel(subscriptionId: string, options: RequestBudget): Promise<void> {
  const live = await requireSubscription(subscriptionId, options);
  if (isOver(live)) return;
  requireEnding(live, 'now');
  if (live.pendingInvoiceId !== null) await takeBackInvoice(live.pendingInvoiceId, options);
  await cancelAtOnce(subscriptionId, options);
}

/**
 * Cancels a subscription at once, for good and without refund; owed amounts stay owed. Does nothing if it has ended
 * already. Returns the changed shop.
 */
export async function cancelSubscription(caller: ShopOwner, subscriptionId: string): Promise<{ shop: ShopRecord }> {
  const change = subscriptionChange(caller, subscriptionId);
  await announceEnd(change.customerId, subscriptionId);
  const { shop } = await readBackAfter(change, cancel(subscriptionId, { until: change.until }));
  return { shop };
}
