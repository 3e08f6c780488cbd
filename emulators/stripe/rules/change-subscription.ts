import { changeWithEvent, recordEvent } from '../events/record-event';
import { putPrice } from './catalogue';
import { planOf } from './price-plan';
import { putInvoiceItem } from './put-invoice-item';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { WireInvoice, WirePrice, WireSubscription, WireSubscriptionItem } from '../wire/objects';
import { render } from '../state/render';
import { mergeMetadata, type MetadataChange } from '../wire/metadata';
import { errors } from '../wire/errors';
import { attemptInvoice, finalizeInvoice } from './collect-invoice';
import { createInvoice } from './create-invoice';
import { requireRoomForInvoice, requireRoomForUpdate } from './invoice-limits';
import { expireUpdate } from './expire-update';
import { recurringLine } from './invoice-lines';
import { announceUpdate, holdUpdate, itemsState, type ItemsState } from './pending-update';
import { creditRest, debitRest } from './prorations';
import { enterPeriod, planRetry } from './renew-subscription';
import { paymentRefused, type PaymentBehavior } from './start-subscription';

interface ItemChange {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  metadata?: MetadataChange;
}

interface SubscriptionChange {
  items?: ItemChange[];
  proration: 'create_prorations' | 'always_invoice' | 'none';
  /** Unix seconds; default now. */
  prorationDate?: number;
  trialEnd?: number | 'now';
  /** Amounts of its own on the invoice of the change. */
  added?: { discountable: boolean; price_data: { currency: string; product: string; unit_amount: number } }[];
  /** Fields that are simply set. */
  fields: Partial<WireSubscription>;
  payment: PaymentBehavior | 'pending_if_incomplete';
}

/** A price that a subscription can have: recurring, active, of the same currency and interval. */
export function subscribablePrice(account: Account, id: string, param: string, like?: WirePrice): WirePrice {
  const price = account.need('prices', id, param);
  if (!price.active)
    throw errors.invalid(`The price specified is inactive. This field only accepts active prices.`, { param });
  if (!price.recurring) {
    throw errors.invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    );
  }
  if (like && like.currency !== price.currency)
    throw errors.invalid('All prices of a subscription must have the same currency.', { param });
  const { interval, interval_count: count } = price.recurring;
  if (like?.recurring && (like.recurring.interval !== interval || like.recurring.interval_count !== count)) {
    throw errors.unsupported('subscriptions with mixed billing intervals');
  }
  return price;
}

export function newItem(
  account: Account,
  subscription: string,
  price: WirePrice,
  quantity: number,
  period: { start: number; end: number },
): WireSubscriptionItem {
  return account.put('subscriptionItems', {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: account.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  });
}

/** Applies the item changes, and returns the items whose price differs from before. */
function changeItems(account: Account, subscription: WireSubscription, changes: ItemChange[]) {
  const before = account.itemsOf(subscription.id);
  const touched = new Set<string>();
  changes.forEach((change, index) => {
    const at = `items[${index}]`;
    if (change.id === undefined) {
      const [like] = before;
      if (!like || change.price === undefined) throw errors.missingParameter(`${at}[price]`);
      const price = subscribablePrice(account, change.price, `${at}[price]`, like.price);
      const period = { start: like.current_period_start, end: like.current_period_end };
      const added = newItem(account, subscription.id, price, change.quantity ?? 1, period);
      account.change('subscriptionItems', added.id, { metadata: mergeMetadata({}, change.metadata) });
      touched.add(added.id);
      return;
    }
    const item = before.find((one) => one.id === change.id);
    if (!item) throw errors.missingResource('subscription item', change.id, `${at}[id]`, 400);
    if (change.deleted) {
      account.store.drop('subscriptionItems', item.id);
      touched.add(item.id);
      return;
    }
    const price =
      change.price === undefined ? item.price : subscribablePrice(account, change.price, `${at}[price]`, item.price);
    const quantity = change.quantity ?? item.quantity;
    if (price.id !== item.price.id || quantity !== item.quantity) touched.add(item.id);
    account.change('subscriptionItems', item.id, {
      price,
      plan: planOf(price),
      quantity,
      metadata: mergeMetadata(item.metadata, change.metadata),
    });
  });
  const after = account.itemsOf(subscription.id);
  if (after.length === 0)
    throw errors.invalid('A subscription must have at least one active plan.', { param: 'items' });
  if (new Set(after.map((item) => item.price.id)).size < after.length) {
    throw errors.invalid('Cannot add multiple subscription items with the same price.', { param: 'items' });
  }
  return { before, after, touched };
}

/** docs.stripe.com/api/subscriptions/update#update_subscription-add_invoice_items: each gets a price of its own. */
function addItems(account: Account, subscription: WireSubscription, added: SubscriptionChange['added'] = []): void {
  const [item] = account.itemsOf(subscription.id);
  for (const [index, { discountable, price_data: given }] of added.entries()) {
    const product = account.need('products', given.product, `add_invoice_items[${index}][price_data][product]`);
    putInvoiceItem(account, subscription, {
      price: putPrice(account, { ...given, active: false }),
      description: product.name,
      discountable,
      ...(item && { period: { start: item.current_period_start, end: item.current_period_end } }),
    });
  }
}

function prorateChange(
  account: Account,
  subscription: WireSubscription,
  changed: ReturnType<typeof changeItems>,
  date: number,
): void {
  const { before, after, touched } = changed;
  for (const item of before) if (touched.has(item.id)) creditRest(account, subscription, item, before, date);
  for (const item of after) if (touched.has(item.id)) debitRest(account, subscription, item, after, date);
}

function updateInvoice(account: Account, id: string, lines: Parameters<typeof createInvoice>[2]['lines']): WireInvoice {
  requireRoomForInvoice(account, id);
  const [item] = account.itemsOf(id);
  const period = { start: item?.current_period_start ?? account.now, end: account.now };
  return createInvoice(account, account.own('subscriptions', id), { reason: 'subscription_update', lines, period });
}

/** Charges the amounts of a change at once. */
function invoiceNow(
  account: Account,
  id: string,
  change: SubscriptionChange,
  lines: Parameters<typeof createInvoice>[2]['lines'],
): void {
  const draft = updateInvoice(account, id, lines);
  if (finalizeInvoice(account, draft.id).status === 'paid') return;
  if (change.payment === 'default_incomplete') {
    // docs.stripe.com/api/subscriptions/update#update_subscription-payment_behavior: past due until somebody
    // confirms the payment.
    changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', id, { status: 'past_due' });
    return;
  }
  const outcome = attemptInvoice(account, draft.id);
  if (outcome?.intent.status === 'succeeded') return;
  if (change.payment === 'error_if_incomplete')
    throw paymentRefused(outcome, 'subscription_payment_intent_requires_action');
  planRetry(account, draft.id);
}

/** docs.stripe.com/billing/subscriptions/trials#end-or-extend: the billing cycle begins when the trial ends. */
function moveTrial(account: Account, subscription: WireSubscription, change: SubscriptionChange): void {
  const end = change.trialEnd === 'now' ? account.now : (change.trialEnd ?? account.now);
  if (change.trialEnd !== 'now' && end <= account.now) {
    throw errors.invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  const items = account.itemsOf(subscription.id);
  if (change.trialEnd !== 'now') {
    const paid = subscription.status !== 'trialing';
    if (paid && change.proration !== 'none')
      for (const item of items) creditRest(account, subscription, item, items, account.now);
    for (const item of items) {
      account.change('subscriptionItems', item.id, {
        current_period_end: end,
        ...(paid && { current_period_start: account.now }),
      });
      account.put('billed', { id: item.id, parts: [] });
    }
    account.change('subscriptions', subscription.id, {
      status: 'trialing',
      trial_start: subscription.trial_start ?? account.now,
      trial_end: end,
      billing_cycle_anchor: end,
      ...(subscription.cancel_at_period_end && { cancel_at: end }),
    });
    account.change('subscriptionRecords', subscription.id, { trialReminderSent: false });
    return;
  }
  if (subscription.status !== 'trialing') return;
  const live = account.change('subscriptions', subscription.id, {
    status: 'active',
    trial_end: end,
    billing_cycle_anchor: end,
  });
  const lines = enterPeriod(account, live).map((item) => recurringLine(account, live, item, { trial: false }));
  invoiceNow(account, subscription.id, change, lines);
}

/**
 * Charges a change of items, and lets it take effect only if that is paid
 * (docs.stripe.com/billing/subscriptions/pending-updates). Until then the subscription keeps `items`.
 */
function invoiceFirst(account: Account, id: string, items: ItemsState, before: object): void {
  const draft = updateInvoice(account, id, []);
  if (finalizeInvoice(account, draft.id).status === 'paid') {
    recordEvent(account, 'customer.subscription.updated', 'subscriptions', account.own('subscriptions', id), before);
    return;
  }
  holdUpdate(account, id, items, draft.id);
  if (attemptInvoice(account, draft.id)?.intent.status !== 'succeeded') announceUpdate(account, id, before);
}

/**
 * Changes a subscription (docs.stripe.com/api/subscriptions/update): fields, items with their prorations, trial. Then
 * charges the amount due now.
 */
export function changeSubscription(account: Account, id: string, change: SubscriptionChange): WireSubscription {
  // docs.stripe.com/billing/subscriptions/pending-updates#canceling-changing: new values replace the pending ones.
  if (change.items) expireUpdate(account, id);
  const start = account.own('subscriptions', id);
  const items = itemsState(account, id);
  const before = render(account, 'subscriptions', start);
  const subscription = account.change('subscriptions', id, change.fields);
  const date = change.prorationDate ?? account.now;
  const [period] = account.itemsOf(id);
  if (
    change.prorationDate !== undefined &&
    period &&
    (date < period.current_period_start || date >= period.current_period_end)
  ) {
    throw errors.invalid('Cannot specify `proration_date` outside of the current billing period.', {
      param: 'proration_date',
    });
  }
  const changed = change.items && changeItems(account, subscription, change.items);
  if (changed && changed.touched.size > 0) requireRoomForUpdate(account, id);
  const prorates = changed && changed.touched.size > 0 && change.proration !== 'none' && start.status !== 'trialing';
  if (changed && prorates) prorateChange(account, subscription, changed, date);
  addItems(account, subscription, change.added);
  if (prorates && change.proration === 'always_invoice' && change.payment === 'pending_if_incomplete') {
    invoiceFirst(account, id, items, before);
    return account.own('subscriptions', id);
  }
  if (change.trialEnd !== undefined) moveTrial(account, subscription, change);
  recordEvent(account, 'customer.subscription.updated', 'subscriptions', account.own('subscriptions', id), before);
  if (prorates && change.proration === 'always_invoice') invoiceNow(account, id, change, []);
  return account.own('subscriptions', id);
}
