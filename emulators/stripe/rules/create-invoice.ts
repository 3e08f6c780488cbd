import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId, randomText } from '../state/new-id';
import { settleBalance } from '../state/settle-balance';
import {
  nulls,
  type WireInvoice,
  type WireInvoiceItem,
  type WireInvoiceLine,
  type WireSubscription,
} from '../wire/objects';
import { activeDiscounts, discountAmounts } from './discount-amounts';
import { pendingItemLine } from './invoice-lines';
import { day, hour } from '../time/periods';
import { sumOf, netOf } from './sums';
import { withTaxes } from './tax';

interface InvoiceRequest {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: WireInvoiceLine[];
  period: { start: number; end: number };
  /**
   * True: it is closed and charged automatically an hour later (docs.stripe.com/billing/subscriptions/invoices).
   * Otherwise its caller does that.
   */
  waits?: boolean;
}

/**
 * The items that wait for a subscription's next invoice, the newest first, as its lines have them
 * (docs.stripe.com/api/invoices/object, `lines`).
 */
export const waitingFor = (account: Account, subscription: string): WireInvoiceItem[] =>
  account.store
    .all('invoiceItems')
    .filter((item) => item.invoice === null && item.parent?.subscription_details?.subscription === subscription)
    .toSorted((one, other) => other.date - one.date);

/** Applies the subscription's discounts and tax rates to the lines; returns them with the sums. */
function applyDiscountsAndTaxes(account: Account, subscription: WireSubscription, lines: WireInvoiceLine[]) {
  const discounts = activeDiscounts(account, subscription.discounts);
  const taken = discountAmounts(
    account,
    discounts,
    lines.map((line) => ({
      product: line.pricing.price_details.product,
      amount: line.amount,
      discountable: line.discountable,
    })),
  );
  const subtotal = sumOf(lines);
  const totals = discounts.map(({ id }) => ({
    discount: id,
    amount: sumOf(taken.flat().filter(({ discount }) => discount === id)),
  }));
  const taxed = withTaxes(
    account,
    subscription.default_tax_rates,
    lines.map((line, index) => ({ ...line, discount_amounts: taken[index] ?? [] })),
  );
  return {
    ...taxed,
    subtotal,
    discounts: discounts.map(({ id }) => id),
    totals,
    total: subtotal - sumOf(totals),
  };
}

/** Records each item's charge for its period, after discounts: the base of later credits. */
function recordBilled(account: Account, invoice: string, lines: WireInvoiceLine[]): void {
  for (const line of lines) {
    const details = line.parent?.subscription_item_details;
    if (!details || details.proration) continue;
    account.put('billed', {
      id: details.subscription_item,
      parts: [{ amount: netOf(line), ...line.period, invoice, line: line.id }],
    });
  }
}

type Computed =
  | 'id'
  | 'amount_due'
  | 'amount_remaining'
  | 'discounts'
  | 'lines'
  | 'parent'
  | 'subtotal'
  | 'subtotal_excluding_tax'
  | 'total'
  | 'total_discount_amounts'
  | 'total_excluding_tax'
  | 'total_taxes';

/** A draft's fields that do not follow from its lines. */
function draftFields(
  account: Account,
  subscription: WireSubscription,
  request: InvoiceRequest,
): Omit<WireInvoice, Computed> {
  const customer = account.customer(subscription.customer);
  const isSent = subscription.collection_method === 'send_invoice';
  return {
    object: 'invoice',
    account_country: 'JP',
    account_name: account.settings.accountName,
    ...nulls('account_tax_ids application custom_fields customer_account default_payment_method default_source'),
    ...nulls('description effective_at ending_balance footer from_invoice last_finalization_error latest_revision'),
    ...nulls('number on_behalf_of receipt_number rendering shipping_cost shipping_details statement_descriptor'),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: request.waits ? account.now + hour : null,
    billing_reason: request.reason,
    collection_method: subscription.collection_method,
    created: account.now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: customer.shipping,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: subscription.default_tax_rates,
    // docs.stripe.com/api/invoices/create#create_invoice-days_until_due: counted from when it is created.
    due_date: isSent ? account.now + (subscription.days_until_due ?? 0) * day : null,
    issuer: { type: 'self' },
    livemode: false,
    metadata: {},
    next_payment_attempt: request.waits && !isSent ? account.now + hour : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: request.period.end,
    period_start: request.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: subscription.test_clock,
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: account.now,
  };
}

/** Creates a draft from the lines and all pending prorations; it is now the subscription's newest invoice. */
export function createInvoice(account: Account, subscription: WireSubscription, request: InvoiceRequest): WireInvoice {
  const customer = account.customer(subscription.customer);
  const id = newId('in');
  const waiting = waitingFor(account, subscription.id);
  const sums = applyDiscountsAndTaxes(account, subscription, [
    ...waiting.map((item) => pendingItemLine(account, item)),
    ...request.lines,
  ]);
  const lines = sums.lines.map((line) => ({ ...line, invoice: id }));
  const { amountDue } = settleBalance(sums.total, customer.balance);
  const prorated = waiting.find((item) => item.proration);
  for (const item of waiting) account.change('invoiceItems', item.id, { invoice: id });
  account.put('invoiceRecords', { id, token: randomText(40), retries: 0 });
  const invoice: WireInvoice = account.put('invoices', {
    ...draftFields(account, subscription, request),
    id,
    amount_due: amountDue,
    amount_remaining: amountDue,
    discounts: sums.discounts,
    lines,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(prorated && { subscription_proration_date: prorated.period.start }),
      },
      type: 'subscription_details',
    },
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotal - sums.subtotalTax,
    total: sums.total,
    total_discount_amounts: sums.totals,
    total_excluding_tax: sums.total - sumOf(sums.taxes),
    total_taxes: sums.taxes,
  });
  recordBilled(account, id, lines);
  endUsedDiscounts(account, subscription, sums.totals);
  account.change('subscriptions', subscription.id, { latest_invoice: id });
  recordEvent(account, 'invoice.created', 'invoices', invoice);
  return invoice;
}

/**
 * docs.stripe.com/api/coupons/object#coupon_object-duration: the first invoice that a coupon for once lowers uses it
 * up.
 */
function endUsedDiscounts(
  account: Account,
  subscription: WireSubscription,
  totals: WireInvoice['total_discount_amounts'],
): void {
  const used = totals
    .filter(
      ({ amount, discount }) =>
        amount > 0 && account.own('coupons', account.own('discounts', discount).source.coupon).duration === 'once',
    )
    .map(({ discount }) => discount);
  if (used.length === 0) return;
  for (const id of used) {
    const discount = account.change('discounts', id, { end: account.now });
    recordEvent(account, 'customer.discount.deleted', 'discounts', discount);
  }
  const left = account.own('subscriptions', subscription.id).discounts.filter((id) => !used.includes(id));
  changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription.id, { discounts: left });
}
