import type { Stripe } from 'stripe';
import type { EndingWay } from '#shared/model/ending';
import { sum } from '#shared/numbers';
import {
  toItemParam,
  type Correction,
  type Increase,
  type ItemTarget,
  type LiveSubscription,
} from './live-subscription';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { pendingItems, type RecentBilling } from './recent-billing';
import { correctionText, linesOf, type InvoiceLine } from './invoice-lines';

/**
 * The smallest amount that Stripe charges in yen; a smaller one waits on the customer's balance for the next invoice
 * (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const smallestCharge = 50;

/** What an invoice charges of an amount that includes the customer's balance, in yen. */
export const chargedOf = (amount: number): number => (amount < smallestCharge ? 0 : amount);

/** A previewed invoice; amounts in yen. */
export interface InvoicePreview {
  total: number;
  /** The amount that would be charged, after the customer's balance. */
  amountDue: number;
  /** The customer's balance before it: negative if they have credit. */
  startingBalance: number;
  lines: InvoiceLine[];
}

async function preview(params: Stripe.InvoiceCreatePreviewParams, options: RequestBudget): Promise<InvoicePreview> {
  const invoice = await stripe(options).invoices.createPreview(params);
  return {
    total: invoice.total,
    amountDue: invoice.amount_due,
    startingBalance: invoice.starting_balance,
    lines: await linesOf(invoice, options),
  };
}

/** The invoice that `increaseItems` would make at once without corrections. */
export const previewIncrease = (
  id: string,
  targets: readonly ItemTarget[],
  prorationDate: number,
  options: RequestBudget,
): Promise<InvoicePreview> =>
  preview(
    {
      subscription: id,
      subscription_details: {
        items: targets.map(toItemParam),
        proration_behavior: 'always_invoice',
        proration_date: prorationDate,
      },
    },
    options,
  );

/**
 * What an increase's invoice charges above the added devices' share: a discount that ended since is taken back from
 * those paid for (docs.stripe.com/billing/subscriptions/prorations; decisions/subscriptions). Lines differ by a yen
 * each, by rounding. Devices that move to another item are not charged. What staff prorated before begins at another
 * moment.
 *
 * For example, 20 devices whose discount has ended become 21: Stripe credits the 16 of the last tier less the discount
 * that they were billed with, and charges 17 in full, 78,987 yen where one device costs 8,775. The rest is taken back.
 */
export function correctionsOf(
  due: InvoicePreview,
  live: LiveSubscription,
  { increases, prorationDate, billed }: Omit<Increase, 'corrections'> & Pick<RecentBilling, 'billed'>,
): Correction[] {
  const { periodStart: start, periodEnd: end } = live;
  return increases.flatMap((target): Correction[] => {
    const item = 'id' in target ? live.items.find(({ id }) => id === target.id) : undefined;
    const before = item ? (billed.get(item.id) ?? 0) : 0;
    const productId = 'id' in target ? item?.productId : target.productId;
    const { quantity, added = quantity - before } = target;
    if (productId === undefined || (before === 0 && added === quantity)) return [];
    const lines = due.lines.filter(
      (line) => line.proration && line.productId === productId && line.period.start === prorationDate,
    );
    const charged = lines.filter(({ amount }) => amount > 0);
    const full =
      Math.max(0, ...charged.map(({ unitAmount }) => unitAmount)) * added * ((end - prorationDate) / (end - start));
    const net = sum(lines.map(({ amount, discount }) => amount - discount));
    if (net <= full + lines.length) return [];
    const whole = sum(charged.map(({ amount, discount }) => amount - discount));
    return [{ productId, amount: net - Math.round((whole * added) / quantity) }];
  });
}

export function corrected(
  due: InvoicePreview,
  corrections: readonly Correction[],
  { periodStart: start, periodEnd: end }: Pick<LiveSubscription, 'periodStart' | 'periodEnd'>,
): InvoicePreview {
  if (corrections.length === 0) return due;
  const total = due.total - sum(corrections.map(({ amount }) => amount));
  const lines = corrections.map(({ productId, amount }) => ({
    id: correctionText,
    kind: 'credit' as const,
    proration: true,
    item: undefined,
    invoiceItem: undefined,
    productId,
    description: correctionText,
    quantity: 1,
    unitAmount: -amount,
    amount: -amount,
    discount: 0,
    period: { start, end },
    taxes: null,
  }));
  return {
    ...due,
    total,
    amountDue: chargedOf(Math.max(0, total + due.startingBalance)),
    lines: [...due.lines, ...lines],
  };
}

/** The last invoice of a subscription that ends; yen, `at` in unix seconds. */
export interface LastInvoice {
  at: number;
  /** Before the customer's balance. */
  total: number;
  startingBalance: number;
}

/** Whether an item is pending for the next invoice of a subscription. */
export const hasPendingItem = async (id: string, customerId: string, options: RequestBudget): Promise<boolean> =>
  (await pendingItems(customerId, options)).some(
    ({ parent }) => idOf(parent?.subscription_details?.subscription) === id,
  );

/** Has a preview count these discounts alone (docs.stripe.com/api/invoices/create_preview, `discounts`). */
const withDiscounts = (ids: readonly string[]): Pick<Stripe.InvoiceCreatePreviewParams, 'discounts'> => ({
  discounts: ids.length > 0 ? ids.map((discount) => ({ discount })) : '',
});

/**
 * What the last invoice of a subscription that ends is previewed with: only what waits is on it, without discounts that
 * are over when it is made. Stripe previews it as of now (fact `preview-of-the-last-is-as-of-now`).
 */
export function asLast({
  id,
  discounts,
  periodEnd,
}: Pick<LiveSubscription, 'id' | 'discounts' | 'periodEnd'>): Stripe.InvoiceCreatePreviewParams {
  const counting = discounts.filter(({ end }) => end === null || end > periodEnd);
  return {
    subscription: id,
    subscription_details: { cancel_now: true, proration_behavior: 'none' },
    ...(counting.length < discounts.length && withDiscounts(counting.map((one) => one.id))),
  };
}

/**
 * The invoice of what waits when a subscription ends, by the way; undefined without. An end at once removes what waits
 * of prorations (facts `pending-item-after-the-end`, `pending-item-after-an-end-at-once` and
 * `pending-proration-of-an-end-at-once`).
 */
export async function previewLast(
  live: LiveSubscription,
  options: RequestBudget,
): Promise<Partial<Record<EndingWay, LastInvoice>>> {
  if (!(await hasPendingItem(live.id, live.customerId, options))) return {};
  const { startingBalance, lines } = await preview(asLast(live), options);
  const of = (waiting: readonly InvoiceLine[]): LastInvoice | undefined =>
    waiting.length > 0
      ? { at: live.periodEnd, total: sum(waiting.map(({ amount, discount }) => amount - discount)), startingBalance }
      : undefined;
  const [renewal, now] = [of(lines), of(lines.filter(({ proration }) => !proration))];
  return { ...(renewal && { renewal }), ...(now && { now }) };
}

/** Removes a planned end, to preview the renewal without it. */
const goingOn = ({
  endsAt,
  endsAtPeriodEnd,
}: LiveSubscription): Stripe.InvoiceCreatePreviewParams.SubscriptionDetails => {
  if (endsAt === null) return {};
  return endsAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' };
};

export interface RenewalQuestion {
  targets: readonly ItemTarget[];
  /** Ids of the discounts that count; by default all of the subscription's. */
  discounts?: readonly string[];
  /** Previews as if the subscription had no planned end. */
  goesOn?: boolean;
  /** Ids of pending items that no discount lowers. */
  undiscounted?: readonly string[];
}

/** The invoice of the renewal with other quantities. Stripe refuses to preview a subscription that ends before it. */
export const previewRenewal = (
  live: LiveSubscription,
  { targets, discounts, goesOn, undiscounted = [] }: RenewalQuestion,
  options: RequestBudget,
): Promise<InvoicePreview> =>
  preview(
    {
      subscription: live.id,
      subscription_details: {
        ...(targets.length > 0 && { items: targets.map(toItemParam) }),
        proration_behavior: 'none',
        ...(goesOn && goingOn(live)),
      },
      ...(discounts && withDiscounts(discounts)),
      ...(undiscounted.length > 0 && {
        invoice_items: undiscounted.map((invoiceitem) => ({ invoiceitem, discountable: false })),
      }),
    },
    options,
  );

/**
 * A previewed renewal as it is without what waits for it: a pending item shares a discount with the other lines, so its
 * part is theirs once the item is gone (docs.stripe.com/api/invoices/create_preview, `invoice_items.discountable`). The
 * same preview if no discount lowers a pending item.
 */
export async function previewWithoutShares(
  live: LiveSubscription,
  question: RenewalQuestion,
  known: InvoicePreview,
  options: RequestBudget,
): Promise<InvoicePreview> {
  const items = known.lines.flatMap(({ kind, invoiceItem: id, discount }) =>
    kind === 'extra' && id !== undefined && discount !== 0 ? [id] : [],
  );
  return items.length > 0 ? previewRenewal(live, { ...question, undiscounted: items }, options) : known;
}
