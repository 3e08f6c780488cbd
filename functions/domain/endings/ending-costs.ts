import type { Ending } from '#shared/model/ending';
import type { EndingChoice } from '#shared/model/ending-plan';
import { hasNotBegun, isRunning } from '#shared/model/subscription-status';
import { sum } from '#shared/sum';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { owedInvoices } from '../../adapters/stripe/owed-invoices';
import { previewUnusedTime } from '../../adapters/stripe/preview-items';
import { comingCharges } from './coming-charges';

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

/** The ends of a subscription with what each costs, all from Stripe (docs.stripe.com/api/invoices/create_preview). */
export async function endingCosts(
  live: LiveSubscription,
  endings: readonly Ending[],
  options: RequestBudget,
): Promise<EndingCosts> {
  const paid = isRunning(live) && live.status !== 'trialing';
  const [charges, owed, unused] = await Promise.all([
    comingCharges(live, endings.at(-1)?.renewals ?? [], options),
    owedOf(live, options),
    paid && endings.some(({ way }) => way === 'now') ? previewUnusedTime(live.id, options) : 0,
  ]);
  const choices = endings.map(({ renewals, ...ending }) => {
    const coming = charges.slice(0, renewals.length).filter(({ amount }) => amount > 0);
    return {
      ...ending,
      charges: coming,
      total: sum(coming.map(({ amount }) => amount)),
      unrefunded: ending.way === 'now' ? unused : 0,
    };
  });
  return { choices, owed };
}
