import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import { increaseItems, setItems, type WriteOptions } from '../../adapters/stripe/change-items';
import type { AskOptions } from '../../adapters/stripe/client';
import { invoiceOutcome, takeBackInvoice } from '../../adapters/stripe/invoice-outcome';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { putQuantityChange, type QuantityChangeItem } from '../../adapters/users-table/quantity-changes';
import { areMet, madeInvoice } from './quantity-plan';

/** A change being worked on, by whoever holds the shop's lease. */
export interface Work {
  userId: string;
  change: QuantityChangeItem;
  options: AskOptions;
}

/**
 * The same write of a change has the same key at Stripe, so that it is done once; another one after Stripe has failed
 * on it.
 */
const writeOptions = ({ change, options }: Work, step: string): WriteOptions => ({
  ...options,
  idempotencyKey: `${change.subscriptionId}:${change.id}:${step}:${change.spentKeys}`,
});

/** Nothing of a declined change stays: its invoice is void, the quantities are as before. */
async function refuse(work: Work, error: CallError): Promise<never> {
  await putQuantityChange(work.userId, {
    ...work.change,
    state: 'refused',
    refusal: { code: error.code, text: error.message },
    endedAtMs: clock.now(),
  });
  throw error;
}

/**
 * What became of the invoice that the increases have made; none where they have made none. A declined one is taken
 * back.
 */
async function settle(work: Work, live: LiveSubscription): Promise<Charge> {
  const invoiceId = madeInvoice(work.change.plan, live);
  if (invoiceId === undefined) return { status: 'none' };
  const outcome = await invoiceOutcome(invoiceId, work.options);
  if (outcome.status === 'over') throw new CallError('QUANTITY_CHANGED');
  if (outcome.status !== 'declined') return outcome;
  if (await takeBackInvoice(invoiceId, work.options)) return refuse(work, outcome.refusal);
  // What was paid in this very moment is paid.
  return settle(work, live);
}

/**
 * An update of an earlier change that waits for its payment is taken back: its invoice must not be paid for beside
 * this one.
 */
async function clearEarlier(work: Work, live: LiveSubscription): Promise<void> {
  const { pendingInvoiceId } = live;
  if (pendingInvoiceId !== null && pendingInvoiceId === work.change.plan.latestInvoiceId)
    await takeBackInvoice(pendingInvoiceId, work.options);
}

/**
 * Carries a planned change out from wherever it stands: `live` is the subscription as it was just read. Increases
 * first; the rest when these are paid. Answers what became of the payment: with `requires_action` all waits for the
 * card's holder. A declined card leaves all as it was.
 */
export async function carryOut(work: Work, live: LiveSubscription): Promise<Charge> {
  const { change } = work;
  const { increases, rest, prorationDate } = change.plan;
  await clearEarlier(work, live);
  let now = live;
  if (!areMet(increases, now) && madeInvoice(change.plan, now) === undefined) {
    now = await increaseItems(live.id, increases, prorationDate, writeOptions(work, 'increase')).catch(
      (error: unknown) =>
        error instanceof CallError && error.code === 'CARD_DECLINED' ? refuse(work, error) : Promise.reject(error),
    );
  }
  const charge = await settle(work, now);
  if (charge.status === 'requires_action') {
    await putQuantityChange(work.userId, { ...change, state: 'awaiting', charge });
    return charge;
  }
  // What another request has paid meanwhile shows only when it is read again.
  if (!areMet(increases, now)) now = (await readSubscription(live.id, work.options)) ?? now;
  if (!areMet(increases, now)) throw new Error(`The change ${change.id} was paid but is not in effect`);
  if (!areMet(rest, now)) await setItems(live.id, rest, writeOptions(work, 'rest'));
  await putQuantityChange(work.userId, { ...change, state: 'done', charge, endedAtMs: clock.now() });
  return charge;
}
