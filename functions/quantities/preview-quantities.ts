import { callBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import type { QuantityPreview } from '#shared/model/pricing';
import type { Quantities } from '#shared/model/quantities';
import { sum } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import { recentBilling } from '#functions/billing/recent-billing';
import { cataloguePrices, productNames } from '#functions/billing/catalogue';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { type LiveSubscription, requireSubscription } from '#functions/billing/live-subscription';
import {
  chargedOf,
  corrected,
  correctionsOf,
  previewIncrease,
  previewLast,
  previewRenewal,
  previewWithoutShares,
  type InvoicePreview,
  type RenewalQuestion,
} from '#functions/billing/preview-items';
import { balanceAfterDrafts } from '#functions/billing/preview-next';
import { correctionText, type InvoiceLine } from '#functions/billing/invoice-lines';
import type { ProductNames } from '#functions/shops/to-shop-record';
import {
  checkChangeable,
  prorationDateOf,
  toQuantityItems,
  decideTargets,
  addedOnly,
  wasShown,
} from './decide-quantities';
import { stepsOf } from './plan-change';

const credited = 'お支払い済みの残り期間分の差し引き';
const remaining = '次回更新までの残り期間分';

/** The line for the difference between an invoice's total and its charge: the customer's balance. */
function balanceText({ amountDue, startingBalance }: InvoicePreview): string {
  if (startingBalance < 0) return 'お預かり残高からの充当';
  return amountDue === 0 ? '次回のご請求に繰り越し' : '前回からの繰り越し';
}

const isExtra = ({ kind }: InvoiceLine): boolean => kind === 'extra';

/** The increase's lines in Japanese, with a line for the customer's balance, so that they add up to the amount due. */
function dueLines(due: InvoicePreview, names: ProductNames): QuantityPreview['dueNowLines'] {
  const textOf = ({ description, amount }: InvoiceLine): string =>
    description === correctionText ? correctionText : amount < 0 ? credited : remaining;
  const lines = due.lines.map((line) => ({
    description: isExtra(line)
      ? line.description
      : `${names.get(line.productId)?.name ?? line.productId}（${textOf(line)}）`,
    quantity: line.quantity,
    amount: line.amount - line.discount,
  }));
  const balance = due.amountDue - due.total;
  return balance === 0 ? lines : [...lines, { description: balanceText(due), quantity: null, amount: balance }];
}

/**
 * The amount of the next invoice. It includes the balance that remains then, which the increase and after it the draft
 * of a renewal may have changed. What staff wrote or prorated and waits is on the increase's invoice with its part of
 * the discounts, and not on the next one (fact `invoice-at-once-takes-pending-items`).
 */
async function nextAmount(
  live: LiveSubscription,
  question: RenewalQuestion,
  previewed: InvoicePreview,
  due: InvoicePreview | undefined,
  options: RequestBudget,
): Promise<number> {
  const next = due ? await previewWithoutShares(live, question, previewed, options) : previewed;
  const balance = due ? due.startingBalance + due.total - due.amountDue : next.startingBalance;
  const taken = due ? sum(next.lines.filter((line) => isExtra(line) || line.proration).map((line) => line.amount)) : 0;
  const left = await balanceAfterDrafts(live.id, balance, options);
  return left === next.startingBalance && taken === 0 ? next.amountDue : chargedOf(next.total - taken + left);
}

/** What is still charged at the end of a subscription: what waits, unless the increase's invoice takes it. */
async function lastAmount(
  live: LiveSubscription,
  due: InvoicePreview | undefined,
  options: RequestBudget,
): Promise<number> {
  const { renewal: last } = due ? {} : await previewLast(live, options);
  return last ? chargedOf(last.total + (await balanceAfterDrafts(live.id, last.startingBalance, options))) : 0;
}

/** Discounts that still lower the invoice after the next one; undefined if all do. */
function lastingDiscounts({ discounts }: LiveSubscription, afterNext: number): string[] | undefined {
  const lasting = discounts.filter(({ once, end }) => !once && (end === null || end > afterNext));
  return lasting.length === discounts.length ? undefined : lasting.map(({ id }) => id);
}

function monthlyOf(lines: readonly InvoiceLine[], names: ProductNames): QuantityPreview['monthly'] {
  // An item with quantity 0 is kept only for its billing history (decisions/subscriptions).
  const recurring = lines.filter((line) => !line.proration && !isExtra(line) && line.quantity !== 0);
  const discount = sum(recurring.map((line) => line.discount));
  return {
    lines: recurring.map(({ productId, quantity, unitAmount, amount }) => ({
      name: names.get(productId)?.name ?? productId,
      quantity: quantity ?? 1,
      unitAmount,
      amount,
    })),
    discount,
    total: sum(recurring.map((line) => line.amount)) - discount,
  };
}

/**
 * The cost of a change, from Stripe's own previews of it, as of now. `monthly` is the invoice after the next one; of a
 * subscription that ends before, the price of a month if it continued, and `nextInvoice` is what waits. Changes
 * nothing.
 */
export async function previewQuantities(subscriptionId: string, asked: Quantities): Promise<QuantityPreview> {
  const options: RequestBudget = { until: clock.now() + callBudget };
  const live = await requireSubscription(subscriptionId, options);
  checkChangeable(live);
  const items = await toQuantityItems(live, options);
  if (asked.seen && !wasShown(items, asked.seen)) throw new CallError('QUANTITY_CHANGED');
  const decided = decideTargets(items, asked);
  const prorationDate = prorationDateOf(undefined, live, clock.seconds());
  const [prices, recent] = await Promise.all([cataloguePrices(options), recentBilling(live, options)]);
  const { billed } = recent;
  const added = addedOnly(items, decided, recent);
  const { increases, rest } = stepsOf(live, { targets: added, prices, billed, prorationDate });
  const targets = [...increases, ...rest];
  const ends = live.endsAt !== null && live.endsAt <= live.periodEnd;
  const [uncorrected, month] = await Promise.all([
    increases.length > 0 ? previewIncrease(live.id, increases, prorationDate, options) : undefined,
    previewRenewal(live, { targets, goesOn: true }, options),
  ]);
  const due =
    uncorrected && corrected(uncorrected, correctionsOf(uncorrected, live, { increases, prorationDate, billed }), live);
  const question: RenewalQuestion = { targets, goesOn: live.endsAt === null || ends };
  const next = question.goesOn ? month : await previewRenewal(live, question, options);
  const discounts = lastingDiscounts(
    live,
    Math.max(
      live.periodEnd,
      ...month.lines.filter((line) => !line.proration && !isExtra(line)).map((line) => line.period.end),
    ),
  );
  const monthly: RenewalQuestion = { targets, goesOn: true, ...(discounts && { discounts }) };
  const lasting = discounts ? await previewRenewal(live, monthly, options) : month;
  const steady = await previewWithoutShares(live, monthly, lasting, options);
  const names = await productNames(
    [...(due?.lines ?? []), ...steady.lines].map((line) => line.productId),
    options,
  );
  return {
    prorationDate,
    dueNow: due?.amountDue ?? 0,
    dueNowLines: due ? dueLines(due, names) : [],
    nextInvoice: ends
      ? { amount: await lastAmount(live, due, options), date: live.endsAt ?? live.periodEnd }
      : { amount: await nextAmount(live, question, next, due, options), date: live.periodEnd },
    monthly: monthlyOf(steady.lines, names),
  };
}
