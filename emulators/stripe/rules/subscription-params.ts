import type Stripe from 'stripe';
import { discountParam } from './apply-discounts';
import { errors } from '../wire/errors';
import { metadata } from '../wire/metadata';
import {
  choice,
  choiceExcept,
  clearable,
  either,
  fields,
  flag,
  integer,
  list,
  paramsOf,
  required,
  text,
  timestamp,
  not,
  unsupported,
  type Params,
} from '../wire/params';

const itemNotSupported = {
  ...not('billing_thresholds current_trial discounts plan price_data tax_rates'),
} as const;

const newItem = fields({
  ...itemNotSupported,
  metadata: metadata(),
  price: required(text()),
  quantity: integer({ min: 0 }),
});
export const changedItem = fields({
  ...itemNotSupported,
  clear_usage: unsupported,
  deleted: flag(),
  id: text(),
  metadata: metadata(),
  price: text(),
  quantity: integer({ min: 0 }),
});

export const nowOrTime = either((value) => value === 'now', choice('now'), timestamp());
/** A moment, or the end of the items' period; docs.stripe.com/billing/subscriptions/cancel. */
export const cancelAt = either(
  (value) => typeof value === 'string' && /^(min|max)_/.test(value),
  choiceExcept(['max_billed_until'], 'min_period_end', 'max_period_end'),
  timestamp(),
);
export const prorationBehavior = choice('create_prorations', 'always_invoice', 'none');
const startBehaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
export const paymentBehavior = choice(...startBehaviors, 'pending_if_incomplete');
export const billingMode = fields({
  type: required(choice('classic', 'flexible')),
  flexible: fields({ proration_discounts: choiceExcept(['itemized'], 'included') }),
});

const shared = {
  ...not('application_fee_percent automatic_tax billing_schedules billing_thresholds default_source'),
  ...not('invoice_settings on_behalf_of pending_invoice_item_interval transfer_data trial_from_plan'),
  default_tax_rates: clearable(list(text(), 5)),
  cancel_at_period_end: flag(),
  collection_method: choice('charge_automatically', 'send_invoice'),
  days_until_due: integer({ min: 0 }),
  discounts: clearable(list(discountParam, 20)),
  metadata: metadata(),
  off_session: flag(),
  payment_settings: fields({
    payment_method_options: unsupported,
    payment_method_types: clearable(list(choice('card'))),
    save_default_payment_method: choice('off', 'on_subscription'),
  }),
  proration_behavior: prorationBehavior,
  trial_end: nowOrTime,
  trial_settings: fields({
    end_behavior: required(
      fields({
        billing_cycle_anchor: choiceExcept(['unchanged'], 'now'),
        missing_payment_method: choice('cancel', 'create_invoice', 'pause'),
      }),
    ),
  }),
} as const;

/** Only what takes an amount back from the invoice of a change. */
const addedItem = fields({
  discountable: required(flag()),
  ...not('discounts metadata period price quantity tax_rates'),
  price_data: required(
    fields({
      currency: required(text(3)),
      product: required(text()),
      tax_behavior: choice('inclusive', 'exclusive', 'unspecified'),
      unit_amount: required(integer({ min: -99_999_999, max: -1 })),
      unit_amount_decimal: unsupported,
    }),
  ),
});

export const createParams = paramsOf<Stripe.SubscriptionCreateParams>()({
  ...shared,
  ...not('add_invoice_items backdate_start_date billing_cycle_anchor billing_cycle_anchor_config customer_account'),
  // docs.stripe.com/api/subscriptions/create#create_subscription-payment_behavior: pending_if_incomplete is for
  // updates only.
  payment_behavior: choice(...startBehaviors),
  billing_mode: billingMode,
  cancel_at: cancelAt,
  currency: text(3),
  customer: required(text()),
  default_payment_method: text(),
  description: text(500),
  items: required(list(newItem, 20)),
  trial_period_days: integer({ min: 1, max: 730 }),
});

export const updateParams = paramsOf<Stripe.SubscriptionUpdateParams>()({
  ...shared,
  add_invoice_items: list(addedItem, 20),
  payment_behavior: paymentBehavior,
  billing_cycle_anchor: choiceExcept(['now'], 'unchanged'),
  cancel_at: clearable(cancelAt),
  cancellation_details: fields({
    comment: clearable(text()),
    feedback: clearable(text()),
    feedback_option: unsupported,
  }),
  default_payment_method: clearable(text()),
  description: clearable(text(500)),
  items: list(changedItem, 20),
  pause_collection: clearable(
    fields({
      behavior: required(choice('keep_as_draft', 'mark_uncollectible', 'void')),
      resumes_at: timestamp(),
    }),
  ),
  proration_date: timestamp(),
});

/** docs.stripe.com/api/subscriptions/create#create_subscription-days_until_due */
export function requireDueDays({ collection_method: method, days_until_due: days }: CreateGiven | UpdateGiven): void {
  if ((method === 'send_invoice') !== (days !== undefined))
    throw errors.invalid('`days_until_due` goes with collection_method=send_invoice.', { param: 'days_until_due' });
}

export type CreateGiven = Params<typeof createParams>;
export type UpdateGiven = Params<typeof updateParams>;
