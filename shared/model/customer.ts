import * as z from 'zod/mini';
import { stripeAddressSchema } from './address';
import { tiers } from './pricing';
import { arrangements, subscriptionStatuses } from './subscription';

/** Keys of a shop's metadata in Stripe (spec 1, 3). */
export const metadataKeys = { salonName: 'サロン名', agencyName: '代理店名' } as const;

const paymentMethodSchema = z.object({
  card: z.nullable(z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })),
  /** Unix seconds at which it was saved. */
  created: z.number(),
});

const subscriptionItemSchema = z.object({
  subscription_item_id: z.string(),
  quantity: z.number(),
  /** `tier` is the product's place in the catalogue; absent for other products. */
  product: z.object({ name: z.string(), description: z.nullable(z.string()), tier: z.optional(z.enum(tiers)) }),
  /** Price of one unit for one interval, in yen. */
  amount: z.number(),
  currency: z.string(),
  interval: z.string(),
  price_id: z.string(),
});

const discountSchema = z.object({
  /** The promotion code that was entered; null for a discount that staff gave. */
  code: z.nullable(z.string()),
  /** How much it lowers the monthly price of the present items, in yen. */
  amount: z.number(),
  /** Only the next payment is lowered. */
  once: z.boolean(),
  /** Unix seconds at which it ends; null if no end is known. */
  end: z.nullable(z.number()),
});

export const subscriptionSchema = z.object({
  id: z.string(),
  status: z.enum(subscriptionStatuses),
  /** What the staff arranged at Stripe; absent for nothing. */
  arrangement: z.optional(z.enum(arrangements)),
  /** Ends at the next renewal, in either of Stripe's forms (flag or `cancel_at`). */
  cancel_at_period_end: z.boolean(),
  /** Unix seconds of the planned end, which may be a later period's if staff planned it; null for none. */
  ends_at: z.nullable(z.number()),
  /** Unix seconds: the greatest of the items' period ends. */
  current_period_end: z.number(),
  /** Unix seconds: when the current period began. */
  current_period_start: z.number(),
  /** Unix seconds. */
  trial_end: z.nullable(z.number()),
  /** Unix seconds at which it ended; absent while it runs. */
  ended_at: z.optional(z.number()),
  items: z.array(subscriptionItemSchema),
  discounts: z.array(discountSchema),
  default_payment_method: z.nullable(paymentMethodSchema),
});
export type Subscription = z.output<typeof subscriptionSchema>;

const paymentStatuses = ['paid', 'pending', 'failed', 'canceled'] as const;

export const paymentSchema = z.object({
  id: z.string(),
  /** In the currency's smallest unit; for jpy that is yen. */
  amount: z.number(),
  currency: z.string(),
  /** Unix seconds. */
  created: z.number(),
  /** Derived from the invoice: open with failed attempts is `failed`, void or uncollectible is `canceled`. */
  status: z.enum(paymentStatuses),
  /** What credit notes took back of it, in yen; absent for 0. */
  credited: z.optional(z.number()),
  /** Of an open renewal: the yen that bear a late charge from the day after `since` (unix seconds) on. */
  late: z.optional(z.object({ amount: z.number(), since: z.number() })),
  invoice_pdf: z.nullable(z.string()),
  hosted_invoice_url: z.nullable(z.string()),
  /** Id of its subscription; null for none. */
  subscription: z.nullable(z.string()),
});
export type Payment = z.output<typeof paymentSchema>;

export const customerSchema = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Unix seconds. */
  created: z.number(),
  address: z.nullable(stripeAddressSchema),
  shipping: z.nullable(
    z.object({ address: stripeAddressSchema, name: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  ),
  /** The card that pays for a new subscription without a card of its own. */
  default_payment_method: z.nullable(paymentMethodSchema),
  metadata: z.object({
    [metadataKeys.salonName]: z.optional(z.string()),
    [metadataKeys.agencyName]: z.optional(z.string()),
  }),
});

/** One shop as spec 3 lists it (Customer record list item), with the age of the data. */
export const shopRecordSchema = z.object({
  customer: customerSchema,
  subscriptions: z.array(subscriptionSchema),
  payment_history: z.array(paymentSchema),
  /** Unix seconds at which this was read from Stripe. */
  readAt: z.number(),
});
export type ShopRecord = z.output<typeof shopRecordSchema>;
