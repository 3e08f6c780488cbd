/**
 * Stripe's events that the webhook's endpoint gets: after each the portal reads a shop again or finishes something
 * (functions/events/take-events.ts). A pause and its end tell of themselves by `customer.subscription.updated` too
 * (docs.stripe.com/billing/subscriptions/pause).
 */
export const stripeEvents = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'credit_note.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
  'credit_note.voided',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;
