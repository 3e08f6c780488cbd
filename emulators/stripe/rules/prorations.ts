import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { BilledRecord } from '../state/records';
import type { WireInvoiceItem, WireSubscription, WireSubscriptionItem } from '../wire/objects';
import { activeDiscounts, discountAmounts } from './discount-amounts';
import { prorate } from '../time/periods';
import { subtotalOf, sumOf } from './sums';

/** `21 Nov 2026`, as in Stripe's lines. */
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayOf = (time: number): string => days.format(time * 1000);

/**
 * The price of a whole period of an item after lasting discounts
 * (docs.stripe.com/billing/subscriptions/prorations#discounts).
 */
function netPrice(account: Account, subscription: WireSubscription, items: WireSubscriptionItem[], id: string): number {
  const lasting = activeDiscounts(account, subscription.discounts).filter(
    (one) => account.own('coupons', one.source.coupon).duration !== 'once',
  );
  const taken = discountAmounts(
    account,
    lasting,
    items.map((item) => ({
      product: item.price.product,
      amount: item.price.unit_amount * item.quantity,
      discountable: true,
    })),
  );
  const index = items.findIndex((item) => item.id === id);
  const item = items[index];
  if (!item) return 0;
  return subtotalOf([item]) - sumOf(taken[index] ?? []);
}

interface Proration {
  item: WireSubscriptionItem;
  amount: number;
  date: number;
  kind: 'credit' | 'debit';
  source?: BilledRecord['parts'][number];
}

function putPending(
  account: Account,
  subscription: WireSubscription,
  { item, amount, date, kind, source }: Proration,
): WireInvoiceItem {
  const { price, quantity } = item;
  const name = account.own('products', price.product).name;
  const credited =
    source?.invoice && source.line ? { invoice: source.invoice, invoice_line_items: [source.line] } : null;
  const pending: WireInvoiceItem = account.put('invoiceItems', {
    id: newId('ii'),
    object: 'invoiceitem',
    amount,
    currency: price.currency,
    customer: subscription.customer,
    customer_account: null,
    date: account.now,
    description: `${kind === 'credit' ? 'Unused' : 'Remaining'} time on ${quantity} × ${name} after ${dayOf(date)}`,
    // The amount already includes the discounts.
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      subscription_details: { subscription: subscription.id, subscription_item: item.id },
      type: 'subscription_details',
    },
    period: { start: date, end: item.current_period_end },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    proration: true,
    proration_details: {
      credited_items: credited && { type: 'invoice_line_items', invoice_line_item_details: credited },
      discount_amounts: [],
    },
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: subscription.test_clock,
  });
  recordEvent(account, 'invoiceitem.created', 'invoiceItems', pending);
  return pending;
}

/**
 * Credits the charge for the rest of the period. Flexible billing credits the amount really charged; classic billing
 * uses the item's current price (docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function creditRest(
  account: Account,
  subscription: WireSubscription,
  item: WireSubscriptionItem,
  items: WireSubscriptionItem[],
  date: number,
): void {
  const { parts } = account.get('billed', item.id) ?? { parts: [] };
  const charged = parts.filter((part) => part.end > date);
  const { current_period_start: start, current_period_end: end } = item;
  const credits =
    subscription.billing_mode.type === 'classic'
      ? [
          {
            amount: netPrice(account, subscription, items, item.id),
            start,
            end,
            invoice: charged[0]?.invoice ?? null,
            line: charged[0]?.line ?? null,
          },
        ]
      : charged;
  for (const part of credits) {
    const amount = -prorate(part.amount, part.start, part.end, date);
    putPending(account, subscription, { item, amount, date, kind: 'credit', source: part });
  }
  account.put('billed', { id: item.id, parts: [] });
}

/**
 * Charges an item in its current state for the rest of the period. `items` are all of the subscription's: an amount off
 * is shared among them.
 */
export function debitRest(
  account: Account,
  subscription: WireSubscription,
  item: WireSubscriptionItem,
  items: WireSubscriptionItem[],
  date: number,
): void {
  const amount = prorate(
    netPrice(account, subscription, items, item.id),
    item.current_period_start,
    item.current_period_end,
    date,
  );
  putPending(account, subscription, { item, amount, date, kind: 'debit' });
  const kept = account.get('billed', item.id)?.parts ?? [];
  account.put('billed', {
    id: item.id,
    parts: [...kept, { amount, start: date, end: item.current_period_end, invoice: null, line: null }],
  });
}
