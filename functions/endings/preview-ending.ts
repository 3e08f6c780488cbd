import { callBudget } from '#shared/constants';
import { waysToEnd, type EndingPreview } from '#shared/model/ending';
import { hasNotBegun } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { type LiveSubscription, requireSubscription } from '#functions/billing/live-subscription';
import { owedInvoices } from '#functions/billing/owed-invoices';
import { chargedOf, previewLast, type LastInvoice } from '#functions/billing/preview-items';
import { draftInvoices, type DraftInvoice } from '#functions/billing/preview-next';

type Charges = EndingPreview['ways'][number]['charges'];

/**
 * The charges of the drafts and of the last invoice. Each takes the customer's balance into account
 * (docs.stripe.com/billing/customer/balance); a draft has not taken anything from it yet
 * (docs.stripe.com/api/invoices/object#invoice_object-starting_balance).
 */
function chargesOf(drafts: readonly DraftInvoice[], last: LastInvoice | undefined): Charges {
  const invoices = [...drafts, ...(last ? [last] : [])];
  let balance = invoices[0]?.startingBalance ?? 0;
  return invoices.flatMap(({ at, total }) => {
    const whole = total + balance;
    const amount = chargedOf(whole);
    balance = whole - amount;
    return amount > 0 ? [{ at, amount }] : [];
  });
}

/** What is late; the invoice of a subscription that has not begun is void once it ends. */
async function owedOf(live: LiveSubscription, options: RequestBudget): Promise<number> {
  if (hasNotBegun(live)) return 0;
  const { invoices } = await owedInvoices(live.id, options);
  return sum(invoices.map((invoice) => invoice.amount_remaining));
}

/**
 * The ways to end a subscription with what each still costs, from Stripe. An end at once charges only what waits: a
 * draft is not charged any more then (docs.stripe.com/billing/subscriptions/overview, `canceled`).
 */
export async function endingCosts(live: LiveSubscription, options: RequestBudget): Promise<EndingPreview> {
  const ways = waysToEnd(live);
  if (ways.length === 0) return { ways: [], owed: 0 };
  const drafts = await draftInvoices(live, options);
  const [last, owed] = await Promise.all([
    hasNotBegun(live) ? undefined : previewLast(live, options),
    owedOf(live, options),
  ]);
  return {
    ways: ways.map((way) =>
      way === 'now'
        ? { way, endsAt: clock.seconds(), charges: chargesOf([], last?.now) }
        : { way, endsAt: live.periodEnd, charges: chargesOf(drafts, last?.renewal) },
    ),
    owed,
  };
}

/** How a subscription of the caller can end now, as Stripe has it; no way if it is over. */
export async function previewEnding(subscriptionId: string): Promise<EndingPreview> {
  const options = { until: clock.now() + callBudget };
  return endingCosts(await requireSubscription(subscriptionId, options), options);
}
