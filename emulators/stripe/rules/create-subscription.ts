import { type CreateGiven, requireDueDays } from './subscription-params';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { nulls, type WireSubscription } from '../wire/objects';
import { mergeMetadata } from '../wire/metadata';
import { errors } from '../wire/errors';
import { applyDiscounts } from './apply-discounts';
import { newItem, subscribablePrice } from './change-subscription';
import { day, nextBillingDate } from '../time/periods';
import { plannedEnd } from './planned-end';
import { payableWith } from './saved-cards';
import { startSubscription } from './start-subscription';

/** The end of the trial; undefined without a trial. */
function trialEndOf(account: Account, given: Pick<CreateGiven, 'trial_end' | 'trial_period_days'>): number | undefined {
  const { trial_end: end, trial_period_days: days } = given;
  if (end !== undefined && days !== undefined) throw errors.exclusive('trial_end', 'trial_period_days');
  if (days !== undefined) return account.now + days * day;
  if (end === undefined || end === 'now') return undefined;
  if (end <= account.now)
    throw errors.invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  return end;
}

/** docs.stripe.com/api/subscriptions/create#create_subscription-collection_method: such a subscription is active. */
const isSent = ({ collection_method: method }: CreateGiven): boolean => method === 'send_invoice';

const blank = (
  account: Account,
  id: string,
  given: CreateGiven,
  currency: string,
  trialEnd: number | undefined,
): WireSubscription => ({
  id,
  object: 'subscription',
  ...nulls('application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at'),
  ...nulls('canceled_at customer_account default_source ended_at latest_invoice managed_payments'),
  ...nulls('next_pending_invoice_item_invoice on_behalf_of pause_collection pending_invoice_item_interval'),
  ...nulls('pending_setup_intent pending_update schedule transfer_data'),
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: trialEnd ?? account.now,
  // The default is flexible since 2025-09-30 (docs.stripe.com/billing/subscriptions/billing-mode).
  billing_mode:
    given.billing_mode?.type === 'classic'
      ? { flexible: null, type: 'classic' }
      : { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  cancel_at_period_end: false,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: given.collection_method ?? 'charge_automatically',
  created: account.now,
  currency,
  customer: given.customer,
  days_until_due: given.days_until_due ?? null,
  default_payment_method:
    given.default_payment_method === undefined
      ? null
      : payableWith(account, given.customer, given.default_payment_method, 'default_payment_method'),
  default_tax_rates: (given.default_tax_rates ?? []).map((id) => account.need('taxRates', id, 'default_tax_rates').id),
  description: given.description ?? null,
  discounts: [],
  invoice_settings: {
    ...nulls('account_tax_ids custom_fields description footer'),
    issuer: { type: 'self' },
  },
  livemode: false,
  metadata: mergeMetadata({}, given.metadata),
  payment_settings: {
    payment_method_options: null,
    payment_method_types: given.payment_settings?.payment_method_types ?? null,
    save_default_payment_method: given.payment_settings?.save_default_payment_method ?? 'off',
  },
  start_date: account.now,
  status: trialEnd === undefined ? (isSent(given) ? 'active' : 'incomplete') : 'trialing',
  test_clock: account.customer(given.customer).test_clock,
  trial_end: trialEnd ?? null,
  trial_settings: {
    end_behavior: {
      billing_cycle_anchor: given.trial_settings?.end_behavior.billing_cycle_anchor ?? null,
      missing_payment_method: given.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    },
  },
  trial_start: trialEnd === undefined ? null : account.now,
});

/** docs.stripe.com/api/subscriptions/create */
export function createSubscription(account: Account, given: CreateGiven): WireSubscription {
  account.customer(given.customer);
  const [first] = given.items;
  if (!first) throw errors.missingParameter('items');
  const like = subscribablePrice(account, first.price, 'items[0][price]');
  const { recurring } = like;
  if (new Set(given.items.map((item) => item.price)).size < given.items.length) {
    throw errors.invalid('Cannot add multiple subscription items with the same price.', { param: 'items' });
  }
  if (given.currency !== undefined && given.currency.toLowerCase() !== like.currency) {
    throw errors.invalid(`The price specified only supports ${like.currency}.`, { param: 'currency' });
  }
  const id = newId('sub');
  const trialEnd = trialEndOf(account, given);
  requireDueDays(given);
  if (isSent(given) && trialEnd !== undefined) throw errors.unsupported('a trial with collection_method=send_invoice');
  account.put('subscriptionRecords', { id, trialReminderSent: false });
  const subscription = account.put('subscriptions', blank(account, id, given, like.currency, trialEnd));
  const end = trialEnd ?? (recurring ? nextBillingDate(account.now, recurring, account.now) : account.now);
  let subtotal = 0;
  given.items.forEach((item, index) => {
    const price = subscribablePrice(account, item.price, `items[${index}][price]`, like);
    const made = newItem(account, id, price, item.quantity ?? 1, { start: account.now, end });
    account.change('subscriptionItems', made.id, { metadata: mergeMetadata({}, item.metadata) });
    subtotal += price.unit_amount * made.quantity;
  });
  const discounts = applyDiscounts(
    account,
    {
      subscription: id,
      customer: given.customer,
      currency: like.currency,
      // A minimum amount applies to the first payment (docs.stripe.com/billing/subscriptions/coupons): 0 in a trial.
      subtotal: trialEnd === undefined ? subtotal : 0,
    },
    given.discounts ?? [],
  );
  account.change('subscriptions', id, { discounts, ...plannedEnd(account, subscription, account.itemsOf(id), given) });
  return startSubscription(account, id, given.payment_behavior ?? 'allow_incomplete');
}
