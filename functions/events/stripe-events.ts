import * as z from 'zod/mini';
import { defineTask } from '#functions/platform/tasks';
import { getItems } from '#functions/platform/dynamodb/batch';
import { type Key, putItem } from '#functions/platform/dynamodb/items';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { usersTable, eventKey, onlyItem } from '#functions/platform/users-table';
import { CallError } from '#shared/errors';
import { logger } from '#functions/platform/logger';
import StripeSdk, { type Stripe } from 'stripe';
import { clock } from '#functions/platform/clock';
import { refusedKeyAge, stripeKeys } from '#functions/platform/stripe/client';
import { setupKeys } from '#functions/billing/setup-intents';

/** Seconds for which a signature is valid (docs.stripe.com/webhooks/signature): an older one may be a replay. */
const tolerance = 300;

/** The parts of an event that are trusted: its identity and the things it concerns. Everything else is read again. */
const stripeEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  /** Id of the object that the event is about. */
  objectId: z.optional(z.string()),
  /** The customer that the object is, or belongs to. */
  customerId: z.optional(z.string()),
  /** The invoice that a credit note takes money off. */
  invoiceId: z.optional(z.string()),
  /** The payment of which a refund or dispute takes money. */
  paymentId: z.optional(z.string()),
  /** The user named in the object's metadata, if it is a setup intent of the portal. */
  userId: z.optional(z.string()),
  /** A subscription that Stripe ended by its own setting, because it was not paid. */
  endedUnpaid: z.optional(z.literal(true)),
});
export type StripeEvent = z.output<typeof stripeEventSchema>;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A removed card has no customer any more; the event names its former one (fact `detached-names-former-customer`). */
export function toStripeEvent(event: Stripe.Event): StripeEvent {
  const object = event.data.object as {
    id?: unknown;
    object?: unknown;
    customer?: unknown;
    invoice?: unknown;
    payment_intent?: unknown;
    metadata?: Stripe.Metadata | null;
    cancellation_details?: { reason?: unknown } | null;
  };
  const userId = text(object.metadata?.[setupKeys.userId]);
  const before = (event.data.previous_attributes ?? {}) as { customer?: unknown };
  const customer = object.customer ?? (event.type === 'payment_method.detached' ? before.customer : undefined);
  const owner = typeof customer === 'object' && customer !== null ? (customer as { id?: unknown }).id : customer;
  return {
    id: event.id,
    type: event.type,
    objectId: text(object.id),
    customerId: text(object.object === 'customer' ? object.id : owner),
    ...(object.object === 'credit_note' && { invoiceId: text(object.invoice) }),
    ...(/^(charge|refund)\./.test(event.type) && { paymentId: text(object.payment_intent) }),
    ...(event.type === 'customer.subscription.deleted' &&
      object.cancellation_details?.reason === 'payment_failed' && { endedUnpaid: true as const }),
    ...(userId !== undefined && object.object === 'setup_intent' && { userId }),
  };
}

/** What every event has (docs.stripe.com/api/events/object). */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** The event; undefined if the signature is wrong. Refuses what is signed and no event. */
function verify(rawBody: string, signature: string, secret: string): StripeEvent | undefined {
  try {
    const event = StripeSdk.webhooks.constructEvent(rawBody, signature, secret, tolerance, undefined, clock.now());
    if (eventSchema.safeParse(event).success) return toStripeEvent(event);
  } catch (error) {
    if (error instanceof StripeSdk.errors.StripeSignatureVerificationError) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CallError('INVALID_INPUT');
}

/** The event of a signed raw body; undefined if the signature is wrong or old. A rotated secret is read again. */
async function readEvent(rawBody: string, signature: string | undefined): Promise<StripeEvent | undefined> {
  if (!signature) return undefined;
  const { webhookSecret } = await stripeKeys();
  const event = verify(rawBody, signature, webhookSecret);
  if (event) return event;
  const { webhookSecret: current } = await stripeKeys(refusedKeyAge);
  return current === webhookSecret ? undefined : verify(rawBody, signature, current);
}

/** Events of one customer, oldest first; the events of a shop are taken one after the other. */
export const takeStripeEvents = defineTask(
  'stripe-events',
  z.object({
    events: z.array(stripeEventSchema),
    /** When the portal had heard of all of them, in unix milliseconds. */
    knownAtMs: z.number(),
  }),
  ({ events: [first] }) => first?.customerId ?? first?.id ?? 'none',
);

/** Longer than the three days for which Stripe repeats an event; in seconds. */
const kept = 7 * 24 * 60 * 60;

const keyOf = (eventId: string) => ({ pk: eventKey(eventId), sk: onlyItem });

/** Those of some events that were handled before, by id. */
export async function takenOf(eventIds: readonly string[]): Promise<Set<string>> {
  const items = await getItems<Key>(usersTable(), eventIds.map(keyOf));
  const taken = new Set(items.map(({ pk }) => pk));
  return new Set(eventIds.filter((id) => taken.has(eventKey(id))));
}

const writesAtOnce = 25;

/** Records that events were handled; only after that, so that failed ones are delivered again. `now`: unix seconds. */
export async function recordEvents(events: readonly { id: string; type: string }[], now: number): Promise<void> {
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
  await mapWithLimit(writesAtOnce, distinct, ({ id, type }) =>
    putItem(usersTable(), keyOf(id), { type, takenAt: now, expiresAt: now + kept }),
  );
}

/**
 * Accepts one of Stripe's events, by its signed raw body: a task handles it, so that Stripe has its response at once. A
 * failure is thrown, so that Stripe delivers it again. Throws WEBHOOK_SIGNATURE_INVALID if the signature is not
 * Stripe's.
 */
export async function handleStripeEvent(rawBody: string, signature: string | undefined): Promise<void> {
  const event = await readEvent(rawBody, signature);
  if (!event) throw new CallError('WEBHOOK_SIGNATURE_INVALID');
  logger.appendKeys({ eventId: event.id, eventType: event.type });
  if ((event.customerId ?? event.userId ?? event.paymentId) === undefined) return;
  await takeStripeEvents.enqueue({ events: [event], knownAtMs: clock.now() }, { id: event.id });
}
