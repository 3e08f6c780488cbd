import type { WireSubscriptionItem } from '../wire/objects';

/** The emulator's own records beside Stripe's objects; they never go over the wire. */

/** The behaviour of a test card, by the id of its payment method. The number itself is not kept. */
export interface CardRecord {
  id: string;
  behaviour: string;
  /** Whether a setup or a payment completed 3-D Secure with it, for later use. */
  authenticated: boolean;
  /** It was detached from its customer and cannot be used any more. */
  detached?: true;
}

/** A 3-D Secure authentication that waits for its outcome. */
export interface AuthenticationRecord {
  id: string;
  intent: string;
  paymentMethod: string;
}

/** The charge of an item's current period, for prorations (docs.stripe.com/billing/subscriptions/prorations). */
export interface BilledRecord {
  /** The subscription item. */
  id: string;
  parts: { amount: number; start: number; end: number; invoice: string | null; line: string | null }[];
}

export interface SubscriptionRecord {
  /** The subscription. */
  id: string;
  trialReminderSent: boolean;
  /** When its quantities were changed within the last hour, unix seconds. */
  quantityUpdates?: number[];
}

export interface InvoiceRecord {
  /** The invoice. */
  id: string;
  /** The unguessable name of its hosted page. */
  token: string;
  /** Attempts already made on the retry schedule. */
  retries: number;
  /** Its due day has passed (`send_invoice`). */
  overdue?: true;
}

/** A change that takes effect once its invoice is paid (subscription.pending_update). */
export interface PendingUpdateRecord {
  /** The subscription. */
  id: string;
  invoice: string;
  /** The new items with their charges. */
  items: WireSubscriptionItem[];
  billed: BilledRecord[];
  /** Whether the response to its request already showed it as pending. */
  announced: boolean;
}

export interface IdempotencyRecord {
  /** The caller's key. */
  id: string;
  path: string;
  /** Hash of method, path and parameters. */
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
