/**
 * How events reach the webhook. Stripe promises neither that they come at once, nor their order, nor that each comes
 * once (docs.stripe.com/webhooks, "Event ordering" and "Handle duplicate events").
 */
export interface DeliveryMode {
  /** Seconds of the account's clock from an event to its first delivery. @default 0 */
  lateSeconds?: number;
  /** Of the events that are due together, the newest first. */
  reversed?: boolean;
  /** Each event is delivered twice. */
  twice?: boolean;
}
