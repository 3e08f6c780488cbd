import type { ComingCharge } from '#shared/model/ending-plan';
import { sum } from '#shared/sum';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import {
  chargedOf,
  previewRenewal,
  previewWithoutShares,
  type InvoicePreview,
  type LastInvoice,
} from '../../adapters/stripe/preview-items';
import type { WaitingInvoice } from '../../adapters/stripe/waiting-invoices';

/** What a renewal bills before the customer's balance, in yen. */
interface Renewal {
  at: number;
  total: number;
}

/** What is billed every month: without late charges and prorations, which only the next invoice has. */
async function everyMonth(live: LiveSubscription, discounts: string[], options: RequestBudget): Promise<number> {
  const question = { targets: [], discounts, goesOn: true };
  const next = await previewRenewal(live, question, options);
  const { lines } = await previewWithoutShares(live, question, next, options);
  const recurring = lines.filter(({ proration, extra }) => !proration && extra === null);
  return sum(recurring.map(({ amount, discount }) => amount - discount));
}

/** The ids of the discounts that lower a renewal after the next one. `at` in unix seconds. */
const discountsAt = ({ discounts }: LiveSubscription, at: number): string[] =>
  discounts.filter(({ once, end }) => !once && (end === null || end > at)).map(({ id }) => id);

/** Takes the customer's balance into account, as each invoice does (docs.stripe.com/billing/customer/balance). */
function charged(renewals: readonly Renewal[], startingBalance: number): ComingCharge[] {
  let balance = startingBalance;
  return renewals.map(({ at, total }) => {
    const whole = total + balance;
    const amount = chargedOf(whole);
    balance = whole - amount;
    return { at, amount };
  });
}

/** What the renewals at the given moments (unix seconds, the first one is the next renewal) bill. */
async function renewalsAt(
  live: LiveSubscription,
  moments: readonly number[],
  next: InvoicePreview,
  options: RequestBudget,
): Promise<Renewal[]> {
  const previews = new Map<string, Promise<number>>();
  const monthly = (at: number): Promise<number> => {
    const discounts = discountsAt(live, at);
    const key = discounts.join();
    const known = previews.get(key) ?? everyMonth(live, discounts, options);
    previews.set(key, known);
    return known;
  };
  return Promise.all(moments.map(async (at, index) => ({ at, total: index === 0 ? next.total : await monthly(at) })));
}

/**
 * The charges of the invoices that wait, and of the renewals at the given moments, from Stripe's own previews: the next
 * invoice as it is, and for the later ones a preview with the discounts that still count then, one for each set of
 * discounts. A draft has not taken anything from the customer's balance yet
 * (docs.stripe.com/api/invoices/object#invoice_object-starting_balance).
 */
export async function comingCharges(
  live: LiveSubscription,
  waiting: readonly WaitingInvoice[],
  moments: readonly number[],
  options: RequestBudget,
): Promise<ComingCharge[]> {
  const [draft] = waiting;
  if (moments.length === 0) return draft ? charged(waiting, draft.startingBalance) : [];
  const next = await previewRenewal(live, { targets: [], goesOn: true }, options);
  return charged(
    [...waiting, ...(await renewalsAt(live, moments, next, options))],
    draft?.startingBalance ?? next.startingBalance,
  );
}

/** The charges of the invoices that wait, and of the last one of a subscription that does not renew any more. */
export const lastCharges = (waiting: readonly WaitingInvoice[], last: LastInvoice | undefined): ComingCharge[] =>
  charged([...waiting, ...(last ? [last] : [])], waiting[0]?.startingBalance ?? last?.startingBalance ?? 0);
