import type { WireSubscriptionItem } from '../wire/objects';

/** What the emulator remembers beside Stripe's objects; nothing of it goes over the wire. */

/** How a test card behaves; by the id of its payment method. The number itself is not kept. */
export interface CardRecord {
  id: string;
  behaviour: string;
  /** A setup or a payment with 3-D Secure was completed with it, for later use. */
  authenticated: boolean;
  /** It was taken away from its customer, and is of no use any more. */
  detached?: true;
}

/** A 3-D Secure authentication that waits for its outcome. */
export interface AuthenticationRecord {
  id: string;
  intent: string;
  paymentMethod: string;
}

/**
 * What an item's current period was charged with, for prorations (docs.stripe.com/billing/subscriptions/prorations).
 */
export interface BilledRecord {
  /** The subscription item. */
  id: string;
  parts: { amount: number; start: number; end: number; invoice: string | null; line: string | null }[];
}

export interface SubscriptionRecord {
  /** The subscription. */
  id: string;
  trialReminderSent: boolean;
}

export interface InvoiceRecord {
  /** The invoice. */
  id: string;
  /** Names its hosted page; unguessable. */
  token: string;
  /** Tries already made on the retry schedule. */
  retries: number;
}

/** A change that takes effect once its invoice is paid (subscription.pending_update). */
export interface PendingUpdateRecord {
  /** The subscription. */
  id: string;
  invoice: string;
  /** Items and what they were charged with, as they are then. */
  items: WireSubscriptionItem[];
  billed: BilledRecord[];
  /** The request that asked for it was answered with it still pending. */
  announced: boolean;
}

export interface IdempotencyRecord {
  /** The caller's key. */
  id: string;
  path: string;
  /** Of method, path and parameters. */
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  /** Unix seconds. */
  created: number;
}

/** An event still to be delivered to the webhook. */
export interface DeliveryRecord {
  /** The event. */
  id: string;
  attempts: number;
  /** Unix seconds of the next try. */
  due: number;
}
