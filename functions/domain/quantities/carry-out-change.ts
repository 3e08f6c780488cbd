import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { isOver } from '#shared/model/subscription-status';
import { increaseItems, setItems, type Increased } from '../../adapters/stripe/change-items';
import type { RequestBudget, WriteOptions } from '../../adapters/stripe/client';
import { invoiceOutcome, takeBackInvoice } from '../../adapters/stripe/invoice-outcome';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { isObjectLimited } from '../../adapters/stripe/to-call-error';
import type { QuantityPlan } from '../../adapters/users-table/quantity-changes';
import { RefusedForGood } from '../../platform/once';
import { tooManyChanges } from '../limits/limits';
import { areMet, madeInvoice } from './quantity-plan';

/** A change that the holder of the shop's lease works on. */
export interface ChangeWork {
  plan: QuantityPlan;
  options: RequestBudget;
  /** Time and idempotency key of a write at Stripe: the same step has the same key, so that it is done once. */
  stripe: (step: 'increase' | 'rest') => WriteOptions;
}

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
async function settle(work: ChangeWork, live: Increased): Promise<Charge> {
  const invoiceId = madeInvoice(work.plan, live);
  if (invoiceId === undefined || live.paid === 0) return { status: 'none' };
  if (live.paid !== undefined) return { status: 'paid', amount: live.paid };
  const outcome = await invoiceOutcome(invoiceId, work.options);
  if (outcome.status === 'over') throw new CallError('QUANTITY_CHANGED');
  if (outcome.status !== 'declined') return outcome;
  if (await takeBackInvoice(invoiceId, work.options)) throw new RefusedForGood(outcome.refusal);
  // It was paid at this very moment.
  return settle(work, live);
}

/**
 * Withdraws an earlier change that waits for its payment, so that its invoice cannot be paid in addition to this one's.
 */
async function clearEarlier({ plan, options }: ChangeWork, { pendingInvoiceId }: LiveSubscription): Promise<void> {
  if (pendingInvoiceId !== null && pendingInvoiceId === plan.latestInvoiceId)
    await takeBackInvoice(pendingInvoiceId, options);
}

/**
 * Carries out a planned change from where it is; `live` is the subscription as it was just read. Increases come first,
 * and the rest after they are paid. Returns the charge: with `requires_action` the change waits for the card's holder.
 * A declined card leaves everything as it was, and refuses the change for good.
 */
export async function carryOut(work: ChangeWork, live: LiveSubscription): Promise<Charge> {
  const { increases, rest, prorationDate } = work.plan;
  await clearEarlier(work, live);
  let now: Increased = live;
  if (!areMet(increases, now) && madeInvoice(work.plan, now) === undefined)
    now = await increaseItems(live.id, increases, prorationDate, work.stripe('increase')).catch(failed);
  const charge = await settle(work, now);
  if (charge.status === 'requires_action') return charge;
  // A payment that another request made meanwhile shows only when the subscription is read again.
  if (!areMet(increases, now)) now = (await readSubscription(live.id, work.options)) ?? now;
  if (!areMet(increases, now)) throw new Error(`A change of ${live.id} was paid but is not in effect`);
  // Of a subscription that ended after the charge nothing is left to change.
  if (!areMet(rest, now) && !isOver(now)) await setItems(live.id, rest, work.stripe('rest')).catch(failed);
  return charge;
}
