import type Stripe from 'stripe';
import { type Call, route, type Route } from '../calls/route';
import { applyDiscounts } from '../rules/apply-discounts';
import { cancelSubscription } from '../rules/cancel-subscription';
import { requireNoSchedule } from '../rules/subscription-schedule';
import { changeSubscription } from '../rules/change-subscription';
import { createSubscription } from '../rules/create-subscription';
import { plannedEnd } from '../rules/planned-end';
import { payableWith } from '../rules/saved-cards';
import {
  createParams,
  paymentBehavior,
  prorationBehavior,
  requireDueDays,
  type UpdateGiven,
  updateParams,
} from '../rules/subscription-params';
import { subtotalOf } from '../rules/sums';
import type { Account } from '../state/account';
import { renderSubscription } from '../state/render';
import { isOver } from '../state/subscription-status';
import { errors } from '../wire/errors';
import { mergeMetadata, metadata } from '../wire/metadata';
import type { WireSubscription, WireSubscriptionItem } from '../wire/objects';
import { hasAll, page, paging, timeFilter, withinTime } from '../wire/paging';
import { choice, clearable, fields, flag, integer, paramsOf, text, timestamp, not, unsupported } from '../wire/params';

const statuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const listParams = paramsOf<Stripe.SubscriptionListParams>()({
  ...paging,
  ...not('automatic_tax customer_account plan test_clock'),
  collection_method: choice('charge_automatically', 'send_invoice'),
  created: timeFilter,
  current_period_end: timeFilter,
  current_period_start: timeFilter,
  customer: text(),
  price: text(),
  status: choice('all', 'ended', ...statuses),
});
const cancelParams = paramsOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: fields({
    comment: clearable(text()),
    feedback: clearable(text()),
    feedback_option: unsupported,
  }),
  invoice_now: flag(),
  prorate: flag(),
});

/** The fields that an update simply sets. */
function fieldsOf(account: Account, subscription: WireSubscription, given: UpdateGiven): Partial<WireSubscription> {
  const {
    default_payment_method: card,
    payment_settings: settings,
    trial_settings: trial,
    cancellation_details: details,
  } = given;
  const items = account.itemsOf(subscription.id);
  const target = {
    subscription: subscription.id,
    customer: subscription.customer,
    currency: subscription.currency,
    subtotal: subtotalOf(items),
  };
  return {
    ...plannedEnd(account, subscription, items, given),
    ...(details && {
      cancellation_details: {
        comment: details.comment ?? null,
        feedback: details.feedback ?? null,
        feedback_option: null,
        reason: subscription.cancellation_details?.reason ?? null,
      },
    }),
    ...(card !== undefined && {
      default_payment_method: card && payableWith(account, subscription.customer, card, 'default_payment_method'),
    }),
    ...(given.collection_method !== undefined && {
      collection_method: given.collection_method,
      days_until_due: given.days_until_due ?? null,
    }),
    ...(given.pause_collection !== undefined && {
      pause_collection: given.pause_collection && {
        behavior: given.pause_collection.behavior,
        resumes_at: given.pause_collection.resumes_at ?? null,
      },
    }),
    ...(given.description !== undefined && { description: given.description }),
    ...(given.default_tax_rates !== undefined && {
      default_tax_rates: (given.default_tax_rates ?? []).map(
        (id) => account.need('taxRates', id, 'default_tax_rates').id,
      ),
    }),
    ...(given.discounts !== undefined && { discounts: applyDiscounts(account, target, given.discounts ?? []) }),
    ...(given.metadata !== undefined && { metadata: mergeMetadata(subscription.metadata, given.metadata) }),
    ...(settings && { payment_settings: { ...subscription.payment_settings, ...settings } }),
    ...(trial && {
      trial_settings: {
        end_behavior: {
          billing_cycle_anchor: trial.end_behavior.billing_cycle_anchor ?? null,
          missing_payment_method: trial.end_behavior.missing_payment_method ?? 'create_invoice',
        },
      },
    }),
  };
}

/**
 * docs.stripe.com/billing/subscriptions/pending-updates#supported-attributes; any other attribute is refused as not
 * supported.
 */
const pendingAttributes = [
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'items',
  'add_invoice_items',
];
const pendingElsewhere = ['trial_end', 'metadata', 'cancel_at_period_end', 'discounts'];

function checkPendingAttributes(given: UpdateGiven): void {
  const odd = Object.keys(given).find((name) => !pendingAttributes.includes(name));
  if (odd !== undefined && pendingElsewhere.includes(odd))
    throw errors.unsupported(`${odd} with payment_behavior=pending_if_incomplete`);
  const refused = odd ?? (given.items?.some((item) => item.deleted || item.metadata) ? 'items' : undefined);
  if (refused === undefined) return;
  throw errors.invalid(
    'When payment_behavior is pending_if_incomplete, only parameters that pending updates support can be passed.',
    { param: refused },
  );
}

/** Whether its invoices are not charged by themselves. */
const isTakenOver = ({ collection_method: method, pause_collection: paused }: WireSubscription): boolean =>
  method === 'send_invoice' || paused !== null;

function updateSubscription(account: Account, subscription: WireSubscription, given: UpdateGiven): WireSubscription {
  const named = Object.keys(given);
  if (isOver(subscription) && named.some((name) => name !== 'metadata' && name !== 'cancellation_details')) {
    throw errors.invalid('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  // docs.stripe.com/billing/subscriptions/overview: an incomplete subscription's items cannot change.
  if (
    subscription.status === 'incomplete' &&
    named.some((name) => ['items', 'trial_end', 'discounts'].includes(name))
  ) {
    throw errors.invalid(
      'A subscription cannot be updated in a way that changes its price while its status is incomplete.',
      { code: 'subscription_status_invalid' },
    );
  }
  if (given.payment_behavior === 'pending_if_incomplete') checkPendingAttributes(given);
  if (given.cancel_at !== undefined || given.cancel_at_period_end !== undefined) requireNoSchedule(subscription);
  requireDueDays(given);
  if (given.proration_behavior === 'always_invoice' && isTakenOver(subscription))
    throw errors.unsupported('an invoice of a change while its collection is paused, or it is sent');
  return changeSubscription(account, subscription.id, {
    ...(given.items && { items: given.items }),
    ...(given.add_invoice_items && { added: given.add_invoice_items }),
    proration: given.proration_behavior ?? 'create_prorations',
    ...(given.proration_date !== undefined && { prorationDate: given.proration_date }),
    ...(given.trial_end !== undefined && { trialEnd: given.trial_end }),
    fields: fieldsOf(account, subscription, given),
    payment: given.payment_behavior ?? 'allow_incomplete',
  });
}

export const subscriptionRoutes: Route[] = [
  route('POST /v1/subscriptions', createParams, ({ account }, given) =>
    renderSubscription(account, createSubscription(account, given)),
  ),
  route('GET /v1/subscriptions', listParams, ({ account }, given) => {
    const {
      collection_method: method,
      created,
      current_period_end: end,
      current_period_start: start,
      customer,
      price,
      status,
      ...paging
    } = given;
    const all = account.store
      .all('subscriptions')
      .filter((one) => hasAll(one, { customer, collection_method: method }) && withinTime(one.created, created))
      .filter(
        (one) =>
          status === 'all' ||
          (status === 'ended' ? isOver(one) : status === undefined ? one.status !== 'canceled' : one.status === status),
      )
      .filter((one) => {
        if (end === undefined && start === undefined && price === undefined) return true;
        const items = account.itemsOf(one.id);
        const inPrice = price === undefined || items.some((item) => item.price.id === price);
        return (
          inPrice &&
          items.some((item) => withinTime(item.current_period_end, end) && withinTime(item.current_period_start, start))
        );
      });
    const result = page('/v1/subscriptions', all, paging, 'subscription');
    return { ...result, data: result.data.map((one) => renderSubscription(account, one)) };
  }),
  route('GET /v1/subscriptions/{subscription}', {}, ({ account, path }) =>
    renderSubscription(account, account.need('subscriptions', path['subscription'] ?? '')),
  ),
  route('POST /v1/subscriptions/{subscription}', updateParams, ({ account, path }, given) =>
    renderSubscription(
      account,
      updateSubscription(account, account.need('subscriptions', path['subscription'] ?? ''), given),
    ),
  ),
  route('DELETE /v1/subscriptions/{subscription}', cancelParams, ({ account, path }, given) => {
    const subscription = account.need('subscriptions', path['subscription'] ?? '');
    // For this operation, an ended subscription does not exist.
    if (isOver(subscription)) throw errors.missingResource('subscription', subscription.id, 'id');
    const { cancellation_details: details } = given;
    const canceled = cancelSubscription(account, subscription.id, {
      prorate: given.prorate ?? false,
      invoiceNow: given.invoice_now ?? false,
      ending: {
        reason: 'cancellation_requested',
        ...(details?.comment && { comment: details.comment }),
        ...(details?.feedback && { feedback: details.feedback }),
      },
    });
    return renderSubscription(account, canceled);
  }),
];

const itemUpdateParams = paramsOf<Stripe.SubscriptionItemUpdateParams>()({
  ...not('billing_thresholds current_trial discounts plan price_data tax_rates'),
  metadata: metadata(),
  off_session: flag(),
  payment_behavior: paymentBehavior,
  price: text(),
  proration_behavior: prorationBehavior,
  proration_date: timestamp(),
  quantity: integer({ min: 0 }),
});

function itemIn(account: Account, path: Call['path']): WireSubscriptionItem {
  const id = path['item'] ?? '';
  const item = account.get('subscriptionItems', id);
  if (!item) throw errors.missingResource('subscription item', id, 'item');
  return item;
}

export const subscriptionItemRoutes: Route[] = [
  route('POST /v1/subscription_items/{item}', itemUpdateParams, ({ account, path }, given) => {
    const item = itemIn(account, path);
    const { metadata: change, price, quantity, ...rest } = given;
    const changed = {
      id: item.id,
      ...(price !== undefined && { price }),
      ...(quantity !== undefined && { quantity }),
      ...(change !== undefined && { metadata: change }),
    };
    updateSubscription(account, account.own('subscriptions', item.subscription), { ...rest, items: [changed] });
    return account.own('subscriptionItems', item.id);
  }),
];
