import type Stripe from 'stripe';

/** The words of a text with spaces between. */
export type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T;

/** An object whose members, named with spaces between, all have one value. */
export const named = <T extends string, V>(names: T, value: V): Record<Words<T>, V> =>
  Object.fromEntries(names.split(' ').map((name) => [name, value])) as Record<Words<T>, V>;

/** The members of an object of Stripe's that are null here, by their names: `...nulls('shipping source')`. */
export const nulls = <T extends string>(names: T): Record<Words<T>, null> => named(names, null);

/**
 * The stored and transmitted form of the objects: the SDK's types, with references always by id (expansion happens on
 * output) and decimals as strings.
 */
type With<T, Changed> = Omit<T, keyof Changed> & Changed;

export type WireCustomer = With<
  Stripe.Customer,
  {
    default_source: null;
    discount: null;
    test_clock: string | null;
    invoice_settings: With<Stripe.Customer.InvoiceSettings, { default_payment_method: string | null }>;
    invoice_prefix: string;
    next_invoice_sequence: number;
    name: string | null;
    phone: string | null;
    currency: string | null;
    delinquent: boolean;
  }
>;
export type WireProduct = With<Stripe.Product, { default_price: string | null; tax_code: null }>;
export type WirePrice = With<
  Omit<Stripe.Price, 'tiers' | 'currency_options'>,
  { product: string; unit_amount: number; unit_amount_decimal: string; recurring: Stripe.Price.Recurring | null }
>;
export type WirePlan = With<Omit<Stripe.Plan, 'tiers'>, { amount_decimal: string; product: string }>;
export type WireCoupon = With<Stripe.Coupon, { metadata: Stripe.Metadata }>;
export type WirePromotionCode = With<
  Stripe.PromotionCode,
  { customer: string | null; metadata: Stripe.Metadata; promotion: { coupon: string; type: 'coupon' } }
>;
export type WireDiscount = With<
  Stripe.Discount,
  { customer: string | null; promotion_code: string | null; source: { coupon: string; type: 'coupon' } }
>;
export type WireSubscriptionItem = With<
  Stripe.SubscriptionItem,
  { price: WirePrice; plan: WirePlan; quantity: number; discounts: string[] }
>;
/** Without its items, which are objects of their own in the store. */
export type WireSubscription = With<
  Omit<Stripe.Subscription, 'items'>,
  {
    customer: string;
    default_payment_method: string | null;
    default_source: null;
    default_tax_rates: string[];
    discounts: string[];
    latest_invoice: string | null;
    pending_setup_intent: string | null;
    schedule: string | null;
    test_clock: string | null;
    payment_settings: Stripe.Subscription.PaymentSettings;
    trial_settings: Stripe.Subscription.TrialSettings;
    pending_update: With<Stripe.Subscription.PendingUpdate, { subscription_items: WireSubscriptionItem[] }> | null;
  }
>;
export type WireSubscriptionSchedule = With<
  Pick<
    Stripe.SubscriptionSchedule,
    'canceled_at' | 'created' | 'current_phase' | 'end_behavior' | 'id' | 'object' | 'released_at' | 'status'
  >,
  { customer: string; released_subscription: string | null; subscription: string | null }
>;
export type WireInvoiceLine = With<
  Stripe.InvoiceLineItem,
  {
    discounts: string[];
    subscription: string | null;
    quantity: number;
    quantity_decimal: string;
    pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string };
    discount_amounts: { amount: number; discount: string }[];
    taxes: NonNullable<Stripe.InvoiceLineItem['taxes']>;
  }
>;
export type WireInvoiceItem = With<
  Omit<Stripe.InvoiceItem, 'frozen_fields' | 'invoicing_rules'>,
  {
    customer: string;
    discounts: string[];
    invoice: string | null;
    quantity_decimal: string;
    metadata: Stripe.Metadata;
    pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string };
    test_clock: string | null;
    /** Ids; the wire form has the objects. */
    tax_rates: string[];
  }
>;
/** Includes its lines; the links to its pages are added on output. */
export type WireInvoice = With<
  Omit<Stripe.Invoice, 'lines' | 'payments' | 'confirmation_secret' | 'hosted_invoice_url' | 'invoice_pdf'>,
  {
    account_tax_ids: string[] | null;
    customer: string;
    default_payment_method: string | null;
    default_source: null;
    /** Ids; the wire form has the objects. */
    default_tax_rates: string[];
    discounts: string[];
    latest_revision: null;
    lines: WireInvoiceLine[];
    metadata: Stripe.Metadata;
    parent: {
      quote_details: null;
      subscription_details: { metadata: Stripe.Metadata; subscription: string };
      type: 'subscription_details';
    } | null;
    status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
    test_clock: string | null;
    total_discount_amounts: { amount: number; discount: string }[];
  }
>;
export type WireCreditNote = With<
  Omit<Stripe.CreditNote, 'pdf'>,
  {
    customer: string;
    customer_balance_transaction: string | null;
    invoice: string;
    /** The wire form has them as a list. */
    lines: With<
      Stripe.CreditNoteLineItem,
      { taxes: NonNullable<Stripe.InvoiceLineItem['taxes']>; tax_rates: WireTaxRate[]; unit_amount_decimal: null }
    >[];
    metadata: Stripe.Metadata;
    total_taxes: NonNullable<Stripe.CreditNote['total_taxes']>;
  }
>;
export type WireInvoicePayment = With<
  Stripe.InvoicePayment,
  { invoice: string; payment: { payment_intent: string; type: 'payment_intent' }; status: 'open' | 'paid' | 'canceled' }
>;
export type WirePaymentMethod = With<
  Pick<
    Stripe.PaymentMethod,
    'id' | 'object' | 'allow_redisplay' | 'billing_details' | 'created' | 'customer_account' | 'livemode' | 'type'
  >,
  { card: Stripe.PaymentMethod.Card; customer: string | null; metadata: Stripe.Metadata; type: 'card' }
>;
/** An error stored on an intent. */
export type WireIntentError = With<
  Pick<
    Stripe.PaymentIntent.LastPaymentError,
    'charge' | 'code' | 'decline_code' | 'doc_url' | 'message' | 'param' | 'type'
  >,
  { payment_method?: WirePaymentMethod }
>;
export type WireSetupIntent = With<
  Stripe.SetupIntent,
  {
    application: null;
    client_secret: string;
    customer: string | null;
    last_setup_error: WireIntentError | null;
    latest_attempt: string | null;
    mandate: null;
    metadata: Stripe.Metadata;
    on_behalf_of: null;
    payment_method: string | null;
    single_use_mandate: null;
    status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  }
>;
export type WirePaymentIntent = With<
  Omit<Stripe.PaymentIntent, 'hooks' | 'payment_details'>,
  {
    application: null;
    client_secret: string;
    customer: string | null;
    last_payment_error: WireIntentError | null;
    latest_charge: string | null;
    on_behalf_of: null;
    payment_method: string | null;
    payment_record: null;
    review: null;
    source: null;
    status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  }
>;
export type WireCharge = With<
  Stripe.Charge,
  {
    application: null;
    application_fee: null;
    balance_transaction: null;
    customer: string | null;
    failure_balance_transaction: null;
    on_behalf_of: null;
    payment_intent: string;
    review: null;
    source: null;
    source_transfer: null;
  }
>;
export type WireRefund = With<
  Stripe.Refund,
  {
    balance_transaction: null;
    charge: string;
    customer: string | null;
    payment_intent: string;
    payment_method: string;
    source_transfer_reversal: null;
    status: 'pending' | 'succeeded' | 'failed';
    transfer_reversal: null;
  }
>;
/** Without its balance transactions, which the emulator does not have. */
export type WireDispute = With<
  Stripe.Dispute,
  { balance_transactions: []; charge: string; payment_intent: string; status: Stripe.Dispute.Status }
>;
export interface WireEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: Stripe.Event['type'];
}

export type WireTestClock = With<Stripe.TestHelpers.TestClock, { name: string | null }>;
export type WireTaxRate = Stripe.TaxRate;
