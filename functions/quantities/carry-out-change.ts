import { CallError } from '#shared/errors';
import { isUnconfirmed, type Charge } from '#shared/model/pricing';
import { isOver } from '#shared/model/subscription';
import { increaseItems, setItems, type Increased } from '#functions/billing/change-items';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { invoiceOutcome, takeBackInvoice } from '#functions/billing/owed-invoices';
import { readSubscription, type LiveSubscription } from '#functions/billing/live-subscription';
import { isObjectLimited } from '#functions/platform/stripe/errors';
import type { QuantityPlan } from './quantity-changes-table';
import { RefusedForGood, type Work } from '#functions/platform/once';
import { tooManyChanges } from '#functions/limits/limits';
import { areMet, madeInvoice } from './quantity-plan';

/** The work on a change, in what counts of it. */
export type ChangeWork = Pick<Work<{ change?: QuantityPlan }>, 'replan' | 'stripe'>;

/** Stripe does not say how long a limit of its own for this subscription lasts. Seconds. */
const limitedFor = 60 * 60;

/**
 * A declined card ends the change: its invoice is void, the quantities are as before. After others it is tried again.
 */
function failed(error: unknown): never {
  if (error instanceof CallError && error.code === 'CARD_DECLINED') throw new RefusedForGood(error);
  throw isObjectLimited(error) ? tooManyChanges(limitedFor) : error;
}

/** The outcome of the invoice for the increases; `none` if there is no such invoice. A declined invoice is voided. */
async function chargeOutcome(plan: QuantityPlan, live: Increased, options: RequestBudget): Promise<Charge> {
  const invoiceId = madeInvoice(plan, live);
  if (invoiceId === undefined || live.paid === 0) return { status: 'none' };
  if (live.paid !== undefined) return { status: 'paid', amount: live.paid };
  const outcome = await invoiceOutcome(invoiceId, options);
  if (outcome.status === 'over') throw new CallError('QUANTITY_CHANGED');
  if (outcome.status !== 'declined') return outcome;
  if (await takeBackInvoice(invoiceId, options)) throw new RefusedForGood(outcome.refusal);
  // It was paid at this very moment.
  return chargeOutcome(plan, live, options);
}

/**
 * Carries out a planned change from where it is; `live` is the subscription as it was
 * just read. Increases come first, and the rest after they are paid. Returns the charge: with `requires_action` the
 * change waits for the card's holder. A declined card leaves everything as it was, and refuses the change for good.
 */
export async function carryOut(
  work: Pick<ChangeWork, 'stripe'>,
  plan: QuantityPlan,
  live: LiveSubscription,
  options: RequestBudget,
): Promise<Charge> {
  const { increases, rest } = plan;
  // An earlier change that waits for its payment: its invoice cannot be paid in addition to this one's. If it was paid
  // at this very moment, this plan is of other quantities.
  const pending = live.pendingInvoiceId === plan.latestInvoiceId ? live.pendingInvoiceId : null;
  if (pending !== null && !(await takeBackInvoice(pending, options))) throw new CallError('QUANTITY_CHANGED');
  let now: Increased = live;
  if (!areMet(increases, now) && madeInvoice(plan, now) === undefined)
    now = await increaseItems(live.id, plan, work.stripe('increase')).catch(failed);
  const charge = await chargeOutcome(plan, now, options);
  if (isUnconfirmed(charge)) return charge;
  // A payment that another request made meanwhile shows only when the subscription is read again.
  if (!areMet(increases, now)) now = (await readSubscription(live.id, options)) ?? now;
  if (!areMet(increases, now)) throw new Error(`A change of ${live.id} was paid but is not in effect`);
  // Of a subscription that ended after the charge nothing is left to change.
  if (!areMet(rest, now) && !isOver(now)) await setItems(live.id, rest, work.stripe('rest')).catch(failed);
  return charge;
}
