/**
 * The resources of Stripe's API that functions use. The bundles leave all others out (infra/functions/bundle.ts), and
 * the types of `stripe()` have no others.
 */
export const stripeResources = [
  'coupons',
  'creditNotes',
  'customers',
  'disputes',
  'events',
  'invoiceItems',
  'invoicePayments',
  'invoices',
  'paymentIntents',
  'paymentMethods',
  'prices',
  'products',
  'promotionCodes',
  'refunds',
  'setupIntents',
  'subscriptions',
  'taxRates',
] as const;
