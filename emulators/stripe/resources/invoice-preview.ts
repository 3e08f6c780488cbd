import type Stripe from 'stripe';
import { applyDiscounts, discountParam } from '../rules/apply-discounts';
import { createInvoice } from '../rules/create-invoice';
import { createSubscription } from '../rules/create-subscription';
import { plannedEnd } from '../rules/planned-end';
import { changeSubscription } from '../rules/change-subscription';
import { creditRest } from '../rules/prorations';
import { asPreview, keepPreview, nextInvoice } from '../rules/upcoming-invoice';
import type { Account } from '../state/account';
import type { WireInvoice, WireSubscription } from '../wire/objects';
import { renderInvoice } from '../state/render';
import {
  clearable,
  choiceExcept,
  fields,
  flag,
  list,
  paramsOf,
  text,
  timestamp,
  not,
  type Params,
} from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { billingMode, cancelAt, changedItem, nowOrTime, prorationBehavior } from '../rules/subscription-params';
import { renews, isBilled } from '../state/subscription-status';
import { subtotalOf } from '../rules/sums';

const previewParams = paramsOf<Stripe.InvoiceCreatePreviewParams>()({
  ...not('automatic_tax customer_account customer_details issuer on_behalf_of schedule schedule_details'),
  currency: text(3),
  customer: text(),
  discounts: clearable(list(discountParam, 20)),
  invoice_items: list(fields({ invoiceitem: text(), discountable: flag() }), 20),
  preview_mode: choiceExcept(['recurring'], 'next'),
  subscription: text(),
  subscription_details: fields({
    billing_cycle_anchor: choiceExcept(['now'], 'unchanged'),
    billing_mode: billingMode,
    ...not('billing_schedules default_tax_rates metadata pause resume_at start_date'),
    cancel_at: clearable(cancelAt),
    cancel_at_period_end: flag(),
    cancel_now: flag(),
    items: list(changedItem, 20),
    proration_behavior: prorationBehavior,
    proration_date: timestamp(),
    trial_end: nowOrTime,
  }),
});
type Given = Params<typeof previewParams>;

const newestInvoice = (account: Account, subscription: string): WireInvoice =>
  account.own('invoices', account.own('subscriptions', subscription).latest_invoice ?? '');

/** The next invoice of the customer's subscription that renews first. */
function soonestInvoice(account: Account, customer: string): WireInvoice {
  account.customer(customer);
  const renewals = account.store
    .all('subscriptions')
    .filter((one) => one.customer === customer && renews(one))
    .map(({ id }) => ({ id, at: account.itemsOf(id)[0]?.current_period_end ?? Infinity }))
    .toSorted((left, right) => left.at - right.at);
  const [soonest] = renewals;
  if (!soonest) throw errors.invalid('No upcoming invoices for customer', { code: 'invoice_upcoming_none' }, 404);
  return nextInvoice(account, soonest.id);
}

/** The first invoice of a subscription that does not exist yet. */
function firstInvoice(account: Account, given: Given): WireInvoice {
  const { customer, subscription_details: details = {} } = given;
  if (customer === undefined) throw errors.missingParameter('customer');
  const items = (details.items ?? []).map((item, index) => {
    if (item.price === undefined) throw errors.missingParameter(`subscription_details[items][${index}][price]`);
    return { price: item.price, ...(item.quantity !== undefined && { quantity: item.quantity }) };
  });
  if (items.length === 0) return soonestInvoice(account, customer);
  const { id } = createSubscription(account, {
    customer,
    items,
    payment_behavior: 'default_incomplete',
    ...(given.discounts && { discounts: given.discounts }),
    ...(details.trial_end !== undefined && { trial_end: details.trial_end }),
    ...(details.billing_mode && { billing_mode: details.billing_mode }),
  });
  return newestInvoice(account, id);
}

/**
 * The invoice as if the subscription were canceled now (docs.stripe.com/api/invoices/create_preview,
 * `subscription_details.cancel_now`), with the credits of the unused time unless prorations are off.
 */
function lastInvoice(
  account: Account,
  subscription: WireSubscription,
  proration: 'create_prorations' | 'always_invoice' | 'none',
): WireInvoice {
  const items = account.itemsOf(subscription.id);
  if (proration !== 'none' && isBilled(subscription))
    for (const item of items) creditRest(account, subscription, item, items, account.now);
  const start = items[0]?.current_period_start ?? account.now;
  return createInvoice(account, subscription, {
    reason: 'subscription_update',
    lines: [],
    period: { start, end: account.now },
  });
}

/** The invoice of a subscription's change: at once, or with the next renewal. */
function changedInvoice(account: Account, given: Given, id: string): WireInvoice {
  const { subscription_details: details = {} } = given;
  const subscription = account.need('subscriptions', id, 'subscription');
  if (given.customer !== undefined && given.customer !== subscription.customer) {
    throw errors.missingResource('subscription', id, 'subscription', 400);
  }
  const { latest_invoice: before } = subscription;
  const items = account.itemsOf(id);
  const { customer, currency } = subscription;
  const target = { subscription: id, customer, currency, subtotal: subtotalOf(items) };
  const discounts =
    given.discounts === undefined ? {} : { discounts: applyDiscounts(account, target, given.discounts ?? []) };
  if (details.cancel_now) {
    const ends = account.change('subscriptions', id, discounts);
    return lastInvoice(account, ends, details.proration_behavior ?? 'create_prorations');
  }
  const changed = changeSubscription(account, id, {
    ...(details.items && { items: details.items }),
    proration: details.proration_behavior ?? 'create_prorations',
    ...(details.proration_date !== undefined && { prorationDate: details.proration_date }),
    ...(details.trial_end !== undefined && { trialEnd: details.trial_end }),
    fields: {
      ...plannedEnd(account, subscription, items, details),
      ...discounts,
    },
    payment: 'default_incomplete',
  });
  return changed.latest_invoice !== before ? newestInvoice(account, id) : nextInvoice(account, id);
}

/** Changes of pending items for the preview; items that do not exist yet are not supported. */
function changeWaiting(account: Account, { invoice_items: items = [] }: Given): void {
  for (const [index, { invoiceitem: id, discountable }] of items.entries()) {
    if (id === undefined) throw errors.missingParameter(`invoice_items[${index}][invoiceitem]`);
    account.need('invoiceItems', id, `invoice_items[${index}][invoiceitem]`);
    if (discountable !== undefined) account.change('invoiceItems', id, { discountable });
  }
}

export const invoicePreviewRoutes: Route[] = [
  // docs.stripe.com/api/invoices/create_preview: the change is made for real and undone.
  route('POST /v1/invoices/create_preview', previewParams, ({ account }, given) =>
    account.store.tryOut(() => {
      changeWaiting(account, given);
      const invoice =
        given.subscription === undefined
          ? firstInvoice(account, given)
          : changedInvoice(account, given, given.subscription);
      return renderInvoice(account, keepPreview(account, asPreview(invoice)));
    }),
  ),
];
