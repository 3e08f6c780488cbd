import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { isOver } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import { increaseItems, setItems } from '../../adapters/stripe/change-items';
import type { RequestBudget, WriteOptions } from '../../adapters/stripe/client';
import { invoiceOutcome, takeBackInvoice } from '../../adapters/stripe/invoice-outcome';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { putQuantityChange, type QuantityChangeItem } from '../../adapters/users-table/quantity-changes';
import { isObjectLimited } from '../../adapters/stripe/to-call-error';
import { spentKeysAfter, stripeKey } from '../idempotency/stripe-keys';
import { tooManyChanges } from '../limits/limits';
import { areMet, madeInvoice } from './quantity-plan';

/** A change that the holder of the shop's lease works on. */
export interface Work {
  userId: string;
  change: QuantityChangeItem;
  options: RequestBudget;
}

/** Stripe does not say how long a limit of its own for this subscription lasts. Seconds. */
const limitedFor = 60 * 60;

const writeOptions = ({ change, options }: Work, step: string): WriteOptions => ({
  ...options,
  idempotencyKey: stripeKey(change, step),
});

/** Ends a declined change: its invoice is void, the quantities are as before. */
async function refuse(work: Work, error: CallError): Promise<never> {
  await putQuantityChange(work.userId, {
    ...work.change,
    state: 'refused',
    refusal: { code: error.code, text: error.message },
    endedAt: clock.now(),
  });
  throw error;
}

/**
 * A declined card ends the change. After any other failure the next request tries again, with a new key if Stripe kept
 * the failure under the old one.
 */
const failWrite =
  (work: Work) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof CallError && error.code === 'CARD_DECLINED') return refuse(work, error);
    const spentKeys = spentKeysAfter(work.change, error);
    if (spentKeys > work.change.spentKeys) await putQuantityChange(work.userId, { ...work.change, spentKeys });
    throw isObjectLimited(error) ? tooManyChanges(limitedFor) : error;
  };

/** The outcome of the invoice for the increases; `none` if there is no such invoice. A declined invoice is voided. */
async function settle(work: Work, live: LiveSubscription): Promise<Charge> {
  const invoiceId = madeInvoice(work.change.plan, live);
  if (invoiceId === undefined) return { status: 'none' };
  const outcome = await invoiceOutcome(invoiceId, work.options);
  if (outcome.status === 'over') throw new CallError('QUANTITY_CHANGED');
  if (outcome.status !== 'declined') return outcome;
  if (await takeBackInvoice(invoiceId, work.options)) return refuse(work, outcome.refusal);
  // It was paid at this very moment.
  return settle(work, live);
}

/**
 * Withdraws an earlier change that waits for its payment, so that its invoice cannot be paid in addition to this one's.
 */
async function clearEarlier(work: Work, live: LiveSubscription): Promise<void> {
  const { pendingInvoiceId } = live;
  if (pendingInvoiceId !== null && pendingInvoiceId === work.change.plan.latestInvoiceId)
    await takeBackInvoice(pendingInvoiceId, work.options);
}

/**
 * Carries out a planned change from its current state; `live` is the subscription as it was just read. Increases come
 * first, and the rest after they are paid. Returns the charge: with `requires_action` the change waits for the card's
 * holder. A declined card leaves everything as it was.
 */
export async function carryOut(work: Work, live: LiveSubscription): Promise<Charge> {
  const { change } = work;
  const { increases, rest, prorationDate } = change.plan;
  await clearEarlier(work, live);
  let now = live;
  if (!areMet(increases, now) && madeInvoice(change.plan, now) === undefined)
    now = await increaseItems(live.id, increases, prorationDate, writeOptions(work, 'increase')).catch(failWrite(work));
  const charge = await settle(work, now);
  if (charge.status === 'requires_action') {
    await putQuantityChange(work.userId, { ...change, state: 'awaiting', charge });
    return charge;
  }
  // A payment that another request made meanwhile shows only when the subscription is read again.
  if (!areMet(increases, now)) now = (await readSubscription(live.id, work.options)) ?? now;
  if (!areMet(increases, now)) throw new Error(`The change ${change.id} was paid but is not in effect`);
  // Of a subscription that ended after the charge nothing is left to change.
  if (!areMet(rest, now) && !isOver(now))
    await setItems(live.id, rest, writeOptions(work, 'rest')).catch(failWrite(work));
  await putQuantityChange(work.userId, { ...change, state: 'done', charge, endedAt: clock.now() });
  return charge;
}
