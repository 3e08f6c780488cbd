import { callBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import { isUnconfirmed, type Charge } from '#shared/model/pricing';
import { clock } from '#functions/platform/clock';
import { readSubscription, type LiveSubscription } from '#functions/billing/live-subscription';
import { isUnfinished, type OnceItem, readOnce, resumeOnce } from '#functions/platform/once';
import { leaseShop } from '#functions/platform/leases';
import { carryOut } from './change-quantities';
import { canGoOn, madeInvoice, newestChange, type QuantityPlan } from './plan-change';

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
    // The refusal has ended the change.
    if (!(error instanceof CallError && error.code === 'CARD_DECLINED')) throw error;
  }
}
