import type * as objects from '../wire/objects';
import type * as records from './records';

/** Everything stored, by kind; each thing has an id. */
export interface Kinds {
  customers: objects.WireCustomer | { id: string; object: 'customer'; deleted: true };
  products: objects.WireProduct;
  prices: objects.WirePrice;
  coupons: objects.WireCoupon;
  /** Ids of coupons that were deleted: discounts still refer to them. */
  deletedCoupons: { id: string };
  promotionCodes: objects.WirePromotionCode;
  discounts: objects.WireDiscount;
  subscriptions: objects.WireSubscription;
  subscriptionItems: objects.WireSubscriptionItem;
  subscriptionSchedules: objects.WireSubscriptionSchedule;
  invoices: objects.WireInvoice;
  invoiceItems: objects.WireInvoiceItem;
  creditNotes: objects.WireCreditNote;
  invoicePayments: objects.WireInvoicePayment;
  paymentMethods: objects.WirePaymentMethod;
  setupIntents: objects.WireSetupIntent;
  paymentIntents: objects.WirePaymentIntent;
  charges: objects.WireCharge;
  refunds: objects.WireRefund;
  disputes: objects.WireDispute;
  events: objects.WireEvent;
  testClocks: objects.WireTestClock;
  taxRates: objects.WireTaxRate;
  cards: records.CardRecord;
  authentications: records.AuthenticationRecord;
  billed: records.BilledRecord;
  subscriptionRecords: records.SubscriptionRecord;
  invoiceRecords: records.InvoiceRecord;
  pendingUpdates: records.PendingUpdateRecord;
  idempotency: records.IdempotencyRecord;
  deliveries: records.DeliveryRecord;
}
export type Kind = keyof Kinds;

/** Fields that hold expandable ids, with the kind of each. */
type References = Readonly<Record<string, Kind>>;

interface ObjectKind {
  /** Its `object` field. */
  object: string;
  /** Stripe's word for it in "No such …". */
  noun: string;
  references: References;
}

/** The kinds that are objects of Stripe's; the others are the emulator's own records. */
type ObjectKindName = { [K in Kind]: Kinds[K] extends { object: string } ? K : never }[Kind];

/** One row for each kind of Stripe object: an added kind that lacks its row does not compile. */
const objectKinds: Readonly<Record<ObjectKindName, ObjectKind>> = {
  customers: {
    object: 'customer',
    noun: 'customer',
    references: { 'invoice_settings.default_payment_method': 'paymentMethods' },
  },
  products: { object: 'product', noun: 'product', references: { default_price: 'prices' } },
  prices: { object: 'price', noun: 'price', references: { product: 'products' } },
  coupons: { object: 'coupon', noun: 'coupon', references: {} },
  testClocks: { object: 'test_helpers.test_clock', noun: 'test clock', references: {} },
  taxRates: { object: 'tax_rate', noun: 'tax rate', references: {} },
  promotionCodes: {
    object: 'promotion_code',
    noun: 'promotion code',
    references: { customer: 'customers', 'promotion.coupon': 'coupons' },
  },
  discounts: {
    object: 'discount',
    noun: 'discount',
    references: { customer: 'customers', promotion_code: 'promotionCodes', 'source.coupon': 'coupons' },
  },
  subscriptions: {
    object: 'subscription',
    noun: 'subscription',
    references: {
      customer: 'customers',
      default_payment_method: 'paymentMethods',
      discounts: 'discounts',
      latest_invoice: 'invoices',
      pending_setup_intent: 'setupIntents',
      schedule: 'subscriptionSchedules',
    },
  },
  subscriptionSchedules: {
    object: 'subscription_schedule',
    noun: 'subscription schedule',
    references: { customer: 'customers', subscription: 'subscriptions' },
  },
  subscriptionItems: { object: 'subscription_item', noun: 'subscription item', references: { discounts: 'discounts' } },
  invoices: {
    object: 'invoice',
    noun: 'invoice',
    references: {
      customer: 'customers',
      default_payment_method: 'paymentMethods',
      discounts: 'discounts',
      'parent.subscription_details.subscription': 'subscriptions',
      'total_discount_amounts.discount': 'discounts',
    },
  },
  invoiceItems: {
    object: 'invoiceitem',
    noun: 'invoice item',
    references: { customer: 'customers', discounts: 'discounts', invoice: 'invoices' },
  },
  creditNotes: {
    object: 'credit_note',
    noun: 'credit note',
    references: { customer: 'customers', invoice: 'invoices', 'refunds.refund': 'refunds' },
  },
  invoicePayments: {
    object: 'invoice_payment',
    noun: 'invoice payment',
    references: { invoice: 'invoices', 'payment.payment_intent': 'paymentIntents' },
  },
  paymentMethods: { object: 'payment_method', noun: 'PaymentMethod', references: { customer: 'customers' } },
  setupIntents: {
    object: 'setup_intent',
    noun: 'setupintent',
    references: { customer: 'customers', payment_method: 'paymentMethods' },
  },
  paymentIntents: {
    object: 'payment_intent',
    noun: 'payment_intent',
    references: { customer: 'customers', payment_method: 'paymentMethods', latest_charge: 'charges' },
  },
  charges: {
    object: 'charge',
    noun: 'charge',
    references: { customer: 'customers', payment_intent: 'paymentIntents' },
  },
  refunds: {
    object: 'refund',
    noun: 'refund',
    references: {
      charge: 'charges',
      customer: 'customers',
      payment_intent: 'paymentIntents',
      payment_method: 'paymentMethods',
    },
  },
  disputes: {
    object: 'dispute',
    noun: 'dispute',
    references: { charge: 'charges', payment_intent: 'paymentIntents' },
  },
  events: { object: 'event', noun: 'event', references: {} },
};

/** Objects that occur only inside others, by their `object` field. */
const embedded: Readonly<Record<string, References>> = {
  plan: { product: 'products' },
  line_item: {
    discounts: 'discounts',
    subscription: 'subscriptions',
    'discount_amounts.discount': 'discounts',
    'pricing.price_details.price': 'prices',
  },
};

const referencesByObject = new Map([
  ...Object.values(objectKinds).map(({ object, references }) => [object, references] as const),
  ...Object.entries(embedded),
]);

/** The kind behind a field that holds an id; undefined if the field cannot be expanded. */
export const referenceOf = (object: string, field: string): Kind | undefined => referencesByObject.get(object)?.[field];

/** The word for a kind in "No such …". */
export const nounOf = (kind: Kind): string => (kind in objectKinds ? objectKinds[kind as ObjectKindName].noun : kind);
