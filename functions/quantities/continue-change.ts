import * as z from 'zod/mini';
import { callBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import { isUnconfirmed, type Charge } from '#shared/model/pricing';
import { clock } from '#functions/platform/clock';
import {
  deleteItems,
  readSubscription,
  type LiveSubscription,
  type LiveItem,
} from '#functions/billing/live-subscription';
import { isUnfinished, type OnceItem, readOnce, resumeOnce } from '#functions/platform/once';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { leaseShop } from '#functions/platform/leases';
import { refreshShop } from '#functions/shops/refresh-shop';
import { carryOut } from './change-quantities';
import { newestChange } from './changes-table';
import { canGoOn, madeInvoice, type QuantityPlan } from './plan-change';
import { isChangeable } from '#shared/model/subscription';
import { recentBilling } from '#functions/billing/recent-billing';

/** A change that Stripe's limit for its subscription keeps from going on (TOO_MANY_CHANGES). */
const continueLater = defineTask(
  'continue-change',
  z.object({ userId: z.string(), customerId: z.string(), subscriptionId: z.string() }),
  ({ customerId }) => customerId,
);

type ChangeItem = OnceItem<{ change: QuantityPlan }, object, Charge>;

/** The newest change of a subscription that has not ended: it is unconfirmed, or was interrupted. */
async function openChange(userId: string, subscriptionId: string): Promise<ChangeItem | undefined> {
  const key = await newestChange(userId, subscriptionId);
  const change: ChangeItem | undefined = key === undefined ? undefined : await readOnce(userId, key);
  return change && isUnfinished(change) ? change : undefined;
}

/** Whether Stripe has decided an open change's charge; without an invoice it never began, and only its owner may. */
function isDecided({ state, plan: { change } }: ChangeItem, live: LiveSubscription): boolean {
  if (!canGoOn(change, live)) return false;
  return state === 'unconfirmed' ? live.pendingInvoiceId === null : madeInvoice(change, live) !== undefined;
}

/**
 * Completes a change whose charge Stripe decided without its request (events
 * customer.subscription.pending_update_applied and .updated): if paid, the rest is set; if declined, its invoice is
 * voided. Safe to repeat; does nothing without one.
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
    const done = await resumeOnce<{ change: QuantityPlan }, object, Charge>(change.key, {
      userId,
      until,
      run: (running) => carryOut(running, running.plan.change, live, { until }),
      isUnconfirmed,
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
      await refreshShop(userId, customerId);
    },
    'A change that has ended is left alone, and each of its steps has one idempotency key at Stripe.',
  ),
];

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
  if (!live || !isChangeable(live) || live.pendingInvoiceId !== null) return;
  const { billed } = await recentBilling(live, options);
  const forgotten = live.items.filter((item) => isRemoved(item) && (billed.get(item.id) ?? 0) === 0);
  if (forgotten.length === 0 || live.items.every(isRemoved)) return;
  const ids = forgotten.map(({ id }) => id);
  await deleteItems(live.id, ids, { ...options, idempotencyKey: `${live.id}:drop:${live.periodEnd}:${ids.join()}` });
}
