import type { Ending } from '#shared/model/ending';
import type { EndingChoice } from '#shared/model/ending-plan';
import { hasNotBegun, isRunning } from '#shared/model/subscription-status';
import { sum } from '#shared/sum';
import { clock } from '../../adapters/clock';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { owedInvoices } from '../../adapters/stripe/owed-invoices';
import { previewLast, previewUnusedTime } from '../../adapters/stripe/preview-items';
import { waitingInvoices, type WaitingInvoice } from '../../adapters/stripe/waiting-invoices';
import { comingCharges, lastCharges } from './coming-charges';

export interface EndingCosts {
  choices: EndingChoice[];
  /** Yen that is late. */
  owed: number;
}

/** What is late; the invoice of a subscription that has not begun is void once it ends. */
async function owedOf(live: LiveSubscription, options: RequestBudget): Promise<number> {
  if (hasNotBegun(live)) return 0;
  const { invoices } = await owedInvoices(live.id, options);
  return sum(invoices.map((invoice) => invoice.amount_remaining));
}

/** Yen that waiting invoices bill for the rest of their periods, each line rounded up. */
const unpaidRest = (waiting: readonly WaitingInvoice[], now: number): number =>
  sum(
    waiting.flatMap(({ billed }) =>
      billed.map(({ yen, period: { start, end } }) =>
        end > now && end > start ? Math.ceil((yen * (end - Math.max(now, start))) / (end - start)) : 0,
      ),
    ),
  );

/**
 * Yen that were paid for the time after an end now. Stripe credits what was billed, also by an invoice that waits; it
 * is not charged any more once the subscription has ended (docs.stripe.com/billing/subscriptions/overview, `canceled`).
 */
async function paidRest(
  live: LiveSubscription,
  waiting: readonly WaitingInvoice[],
  options: RequestBudget,
): Promise<number> {
  const billed = await previewUnusedTime(live.id, options);
  return Math.max(0, billed - unpaidRest(waiting, clock.seconds()));
}

/** The ends of a subscription with what each costs, all from Stripe (docs.stripe.com/api/invoices/create_preview). */
export async function endingCosts(
  live: LiveSubscription,
  endings: readonly Ending[],
  options: RequestBudget,
): Promise<EndingCosts> {
  const paid = isRunning(live) && live.status !== 'trialing';
  const waiting = endings.length > 0 ? await waitingInvoices(live, options) : [];
  const [last, charges, owed, unused] = await Promise.all([
    endings.length > 0 && !hasNotBegun(live) ? previewLast(live, options) : undefined,
    comingCharges(live, waiting, endings.at(-1)?.renewals ?? [], options),
    owedOf(live, options),
    paid && endings.some(({ way }) => way === 'now') ? paidRest(live, waiting, options) : 0,
  ]);
  const until = { now: lastCharges([], last), period: lastCharges(waiting, last) };
  const choices = endings.map(({ renewals, ...ending }) => {
    const all = ending.way === 'later' ? charges.slice(0, waiting.length + renewals.length) : until[ending.way];
    const coming = all.filter(({ amount }) => amount > 0);
    return {
      ...ending,
      charges: coming,
      total: sum(coming.map(({ amount }) => amount)),
      unrefunded: ending.way === 'now' ? unused : 0,
    };
  });
  return { choices, owed };
}
