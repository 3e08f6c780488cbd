import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { readQuantityChange, type QuantityChangeItem } from '../../adapters/users-table/quantity-changes';
import { leaseShop } from '../shops/lease-shop';
import { carryOut } from './carry-out-change';
import { canGoOn, madeInvoice } from './quantity-plan';

/** A change that has not ended: it waits for the card's holder, was interrupted, or got no result. */
const isOpen = ({ state }: Pick<QuantityChangeItem, 'state'>): boolean => state === 'awaiting' || state === 'working';

/**
 * Whether Stripe has decided the charge of an open change. Without an invoice of its own the charge never began, and
 * only its owner may begin it.
 */
function isDecided({ state, plan }: QuantityChangeItem, live: LiveSubscription): boolean {
  if (!canGoOn(plan, live)) return false;
  return state === 'awaiting' ? live.pendingInvoiceId === null : madeInvoice(plan, live) !== undefined;
}

/**
 * Completes a change whose charge Stripe decided without its request: it was paid after 3-D Secure, or the response
 * came too late (events customer.subscription.pending_update_applied and .updated; decision 041). If it was paid, the
 * quantities without a charge are set; if it was declined, its invoice is voided. Safe to repeat; does nothing if there
 * is no such change.
 */
export async function continueChange(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  const known = await readQuantityChange(userId, subscriptionId);
  if (!known || !isOpen(known)) return;
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const options = { until: clock.now() + callBudget };
  const change = await readQuantityChange(userId, subscriptionId);
  if (!change || !isOpen(change)) return;
  const live = await readSubscription(subscriptionId, options);
  if (!live || !isDecided(change, live)) return;
  try {
    await carryOut({ userId, change, options }, live);
  } catch (error) {
    // The refusal has ended the change.
    if (!(error instanceof CallError && error.code === 'CARD_DECLINED')) throw error;
  }
}
