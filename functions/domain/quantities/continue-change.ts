import * as z from 'zod/mini';
import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { readQuantityChange, type QuantityChangeItem } from '../../adapters/users-table/quantity-changes';
import { defineTask } from '../../platform/tasks';
import { defineWorker } from '../../platform/worker';
import { leaseShop } from '../shops/lease-shop';
import { renewSnapshot } from '../shops/renew-snapshot';
import { carryOut } from './carry-out-change';
import { canGoOn, madeInvoice } from './quantity-plan';

/** A change that Stripe's limit for its subscription keeps from going on (TOO_MANY_CHANGES). */
const continueLater = defineTask(
  'continue-change',
  z.object({ userId: z.string(), customerId: z.string(), subscriptionId: z.string() }),
  ({ customerId }) => customerId,
);

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
 * quantities without a charge are set; if it was declined, its invoice is voided. While Stripe takes no further change of
 * the subscription it is left to a task. Safe to repeat; does nothing if there is no such change.
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
    if (!(error instanceof CallError)) throw error;
    // The refusal has ended the change.
    if (error.code === 'CARD_DECLINED') return;
    const { retryAfter } = error.details;
    if (error.code !== 'TOO_MANY_CHANGES' || typeof retryAfter !== 'number') throw error;
    const notBefore = clock.seconds() + retryAfter;
    await continueLater.enqueue({ userId, customerId, subscriptionId }, { id: subscriptionId, notBefore });
  }
}

export const quantityWorkers = [
  defineWorker(
    continueLater,
    async ({ userId, customerId, subscriptionId }) => {
      await continueChange(userId, customerId, subscriptionId);
      await renewSnapshot(userId, customerId);
    },
    'A change that has ended is left alone, and each of its steps has one idempotency key at Stripe.',
  ),
];
