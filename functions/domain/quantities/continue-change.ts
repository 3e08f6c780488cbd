import * as z from 'zod/mini';
import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { newestChange, type QuantityPlan } from '../../adapters/users-table/quantity-changes';
import { continueOnce, readOnce } from '../../platform/once';
import { defineTask } from '../../platform/tasks';
import { defineWorker } from '../../platform/worker';
import { leaseShop } from '../shops/lease-shop';
import { renewSnapshot } from '../shops/renew-snapshot';
import { carryOutPlan, type ChangeMade } from './change-quantities';
import { canGoOn, madeInvoice } from './quantity-plan';

/** A change that Stripe's limit for its subscription keeps from going on (TOO_MANY_CHANGES). */
const continueLater = defineTask(
  'continue-change',
  z.object({ userId: z.string(), customerId: z.string(), subscriptionId: z.string() }),
  ({ customerId }) => customerId,
);

type Record = NonNullable<Awaited<ReturnType<typeof readChange>>>;

const readChange = (userId: string, key: string) => readOnce<{ change: QuantityPlan }, ChangeMade, Charge>(userId, key);

/** The newest change of a subscription that has not ended: it waits for the card's holder, or was interrupted. */
async function openChange(userId: string, subscriptionId: string): Promise<Record | undefined> {
  const key = await newestChange(userId, subscriptionId);
  const record = key === undefined ? undefined : await readChange(userId, key);
  return record && (record.state === 'waiting' || record.state === 'working') ? record : undefined;
}

/**
 * Whether Stripe has decided the charge of an open change. Without an invoice of its own the charge never began, and
 * only its owner may begin it.
 */
function isDecided({ state, plan, made }: Record, live: LiveSubscription): boolean {
  const change = made.again?.plan ?? plan.change;
  if (!canGoOn(change, live)) return false;
  return state === 'waiting' ? live.pendingInvoiceId === null : madeInvoice(change, live) !== undefined;
}

/**
 * Completes a change whose charge Stripe decided without its request: it was paid after 3-D Secure, or the response
 * came too late (events customer.subscription.pending_update_applied and .updated; decisions/stripe). If it was paid,
 * the quantities without a charge are set; if it was declined, its invoice is voided. While Stripe takes no further
 * change of the subscription it is left to a task. Safe to repeat; does nothing if there is no such change.
 */
export async function continueChange(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  if (!(await openChange(userId, subscriptionId))) return;
  await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
  const until = clock.now() + callBudget;
  const change = await openChange(userId, subscriptionId);
  if (!change) return;
  const live = await readSubscription(subscriptionId, { until });
  if (!live || !isDecided(change, live)) return;
  try {
    const done = await continueOnce<{ change: QuantityPlan }, ChangeMade, Charge>(change.key, {
      userId,
      until,
      run: (running) => carryOutPlan(running, running.made.again?.plan ?? running.plan.change, live, until),
    });
    // Its interrupted request still has it: the event comes again.
    if (!done) throw new CallError('SERVICE_UNAVAILABLE');
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
