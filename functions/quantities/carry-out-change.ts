import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { isOver } from '#shared/model/subscription';
import { increaseItems, setItems, type Increased } from '#functions/billing/change-items';
import type { RequestBudget, WriteOptions } from '#functions/platform/stripe/client';
import { invoiceOutcome, takeBackInvoice } from '#functions/billing/owed-invoices';
import { readSubscription, type LiveSubscription } from '#functions/billing/live-subscription';
import { isObjectLimited } from '#functions/platform/stripe/errors';
import type { QuantityPlan } from './quantity-changes-table';
import { RefusedForGood } from '#functions/platform/once';
import { tooManyChanges } from '#functions/limits/limits';
import { areMet, madeInvoice } from './quantity-plan';

/**
 * New invoices that a subscription may get within so many seconds before another increase is refused. Stripe takes 10 a
 * minute and 20 a day (docs.stripe.com/rate-limits, "Subscriptions API"); the rest is for renewals and for staff.
 */
const limits = [
  { seconds: 60, invoices: 8 },
  { seconds: 24 * 60 * 60, invoices: 15 },
];

/**
 * Seconds until a subscription may get another invoice; 0 if it may now. `invoicedAt`: when its invoices were made;
 * all times in unix seconds.
 */
export function waitForInvoice(invoicedAt: readonly number[], now: number): number {
  const waits = limits.map(({ seconds, invoices }) => {
    const within = invoicedAt.filter((time) => time > now - seconds).toSorted((one, other) => one - other);
    const leaving = within[within.length - invoices];
    return leaving === undefined ? 0 : leaving + seconds - now;
  });
  return Math.max(...waits);
}

/** A change that is worked on under the shop's lease. */
export interface ChangeWork {
  plan: QuantityPlan;
  options: RequestBudget;
  /** Time and idempotency key of a write at Stripe: the same step has the same key, so that it is done once. */
  stripe: (step: 'increase' | 'rest') => WriteOptions;
}

/** Whether the card's holder has to confirm the payment. */
export const isUnconfirmed = ({ status }: Charge): boolean => status === 'requires_action';

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
async function chargeOutcome(work: ChangeWork, live: Increased): Promise<Charge> {
  const invoiceId = madeInvoice(work.plan, live);
  if (invoiceId === undefined || live.paid === 0) return { status: 'none' };
  if (live.paid !== undefined) return { status: 'paid', amount: live.paid };
  const outcome = await invoiceOutcome(invoiceId, work.options);
  if (outcome.status === 'over') throw new CallError('QUANTITY_CHANGED');
  if (outcome.status !== 'declined') return outcome;
  if (await takeBackInvoice(invoiceId, work.options)) throw new RefusedForGood(outcome.refusal);
  // It was paid at this very moment.
  return chargeOutcome(work, live);
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
  const { increases, rest } = work.plan;
  await clearEarlier(work, live);
  let now: Increased = live;
  if (!areMet(increases, now) && madeInvoice(work.plan, now) === undefined)
    now = await increaseItems(live.id, work.plan, work.stripe('increase')).catch(failed);
  const charge = await chargeOutcome(work, now);
  if (isUnconfirmed(charge)) return charge;
  // A payment that another request made meanwhile shows only when the subscription is read again.
  if (!areMet(increases, now)) now = (await readSubscription(live.id, work.options)) ?? now;
  if (!areMet(increases, now)) throw new Error(`A change of ${live.id} was paid but is not in effect`);
  // Of a subscription that ended after the charge nothing is left to change.
  if (!areMet(rest, now) && !isOver(now)) await setItems(live.id, rest, work.stripe('rest')).catch(failed);
  return charge;
}
