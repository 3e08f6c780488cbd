import { clock } from '#functions/platform/clock';
import { type StripeEvent, recordEvents, takenOf, takeStripeEvents } from './stripe-events';
import { formerOwnerOf, ownerOf, readSnapshot } from '#functions/shops/shops-table';
import { invoiceOf } from '#functions/documents/money-back';
import { indexDocuments } from '#functions/documents/index-documents';
import { adoptCustomer } from '#functions/openings/make-shop';
import { continueChange, dropRemovedItems } from '#functions/quantities/continue-change';
import { applySavedCard } from '#functions/billing/saved-cards';
import { declinedBy } from '#functions/billing/setup-intents';
import { stripe } from '#functions/platform/stripe/client';
import { unlessInvalid } from '#functions/platform/stripe/errors';
import { logger } from '#functions/platform/logger';
import { countUsed, peek } from '#functions/limits/limits';
import { isBooked } from '#functions/movements/book';
import { reconcileShop } from '#functions/shops/reconcile';
import { refreshShop } from '#functions/shops/refresh-shop';
import { defineWorker } from '#functions/platform/worker';

/** An invoice or credit note is to be read for the documents: it was issued or changed its state. */
const documentChanged = /^(invoice\.(finalized|paid|voided|marked_uncollectible)|credit_note\.(created|voided))$/;
const cardDeclined = 'setup_intent.setup_failed';
const cardSaved = 'setup_intent.succeeded';
const subscriptionChanged = 'customer.subscription.updated';
/** Three days before a trial's end: the last time to give it the card that its owner saved. */
const trialEnding = 'customer.subscription.trial_will_end';
const increasePaid = 'customer.subscription.pending_update_applied';
/** Events with further work that may change the shop, or that end it: it is read after them in any case. */
const changesMore: ReadonlySet<string> = new Set([cardSaved, subscriptionChanged, increasePaid, 'customer.deleted']);

/** Whether an event may change a shop. Payments are covered by the event of their invoice. */
const changesShop = ({ type, paymentId }: StripeEvent): boolean =>
  /^(customer|invoice|credit_note|payment_method)\./.test(type) || type === cardSaved || paymentId !== undefined;

/** Events with the invoice and customer of the payment that they name; without those of a payment that is of none. */
async function withInvoices(events: readonly StripeEvent[]): Promise<StripeEvent[]> {
  const named: StripeEvent[] = [];
  for (const event of events) {
    const found = event.paymentId === undefined ? {} : await invoiceOf(event.paymentId);
    if (found) named.push({ ...event, ...found });
  }
  return named;
}

/** Carries out an event's further work beside reading the shop, for the shop's owner and customer. */
async function follow(userId: string, customerId: string, { type, objectId }: StripeEvent): Promise<void> {
  if (objectId === undefined) return;
  if (type === cardSaved) await applySavedCard(userId, customerId, objectId);
  if (type === increasePaid || type === subscriptionChanged) await continueChange(userId, customerId, objectId);
  if (type === subscriptionChanged) await dropRemovedItems(userId, customerId, objectId);
}

/** Without the events that say the same of the same object: their work reads the object as it is now. */
const distinct = (events: readonly StripeEvent[]): StripeEvent[] => [
  ...new Map(events.map((event) => [`${event.type} ${event.objectId ?? event.id}`, event])).values(),
];

/** The ids of the documents that were issued or changed; that of a credit note's invoice even if the note is unread. */
const changedDocuments = (events: readonly StripeEvent[]): string[] =>
  events
    .flatMap(({ type, objectId, invoiceId }) => [documentChanged.test(type) ? objectId : undefined, invoiceId])
    .filter((id) => id !== undefined);

async function ownerFor(customerId: string, events: readonly StripeEvent[]): Promise<string | undefined> {
  const isNew = events.some(({ type }) => type === 'customer.created');
  return (await ownerOf(customerId)) ?? (isNew ? adoptCustomer(customerId) : undefined);
}

/** The documents of a deleted shop follow its payments: money goes back months later. */
async function indexFormer(customerId: string, events: readonly StripeEvent[]): Promise<void> {
  const userId = await formerOwnerOf(customerId);
  if (userId === undefined) return;
  await indexDocuments(userId, customerId, changedDocuments(events));
  await recordEvents(events, clock.seconds());
}

/** Counts a declined card for its user. From the tenth in an hour on, the setup intent of each is canceled. */
async function countDeclined({ id, type, objectId, ...event }: StripeEvent): Promise<void> {
  const userId = event.userId ?? (event.customerId === undefined ? undefined : await ownerOf(event.customerId));
  if (userId === undefined || objectId === undefined || (await takenOf([id])).has(id)) return;
  const declined = declinedBy(userId);
  await countUsed(declined);
  if (await peek(declined)) {
    logger.warn('too many declined cards: the setup intent is canceled', { userId, setupIntentId: objectId });
    // One that has succeeded or was canceled meanwhile does not change (docs.stripe.com/api/setup_intents/cancel).
    await unlessInvalid(stripe().setupIntents.cancel(objectId, { cancellation_reason: 'abandoned' }));
  }
  await recordEvents([{ id, type }], clock.seconds());
}

/** By how much the clocks of two functions may differ, in milliseconds. */
const clocksDiffer = 100;

/** Whether a shop was read after `atMs` (unix milliseconds): by another event of the same change, or by a call. */
async function isReadSince(userId: string, customerId: string, atMs: number): Promise<boolean> {
  const snapshot = await readSnapshot(userId, customerId);
  if (!snapshot || snapshot.readAtMs <= (snapshot.changedAtMs ?? 0)) return false;
  return snapshot.readAtMs > atMs + clocksDiffer && isBooked(snapshot);
}

/**
 * Handles the events of one customer, oldest first: they only say what to read again, once for all of them and not if
 * that was done since `knownAtMs` (unix milliseconds), when they had come. So order and repeats do not matter. They are
 * recorded after it worked; events of no shop of the portal are ignored, and of a deleted one only documents follow.
 */
export async function takeEvents(events: readonly StripeEvent[], knownAtMs: number): Promise<void> {
  for (const event of events) if (event.type === cardDeclined) await countDeclined(event);
  const relevant = await withInvoices(events.filter(changesShop));
  const customerId = relevant[0]?.customerId;
  if (customerId === undefined) return;
  const [userId, taken] = await Promise.all([ownerFor(customerId, relevant), takenOf(relevant.map(({ id }) => id))]);
  const fresh = relevant.filter(({ id }) => !taken.has(id));
  if (fresh.length === 0) return;
  if (userId === undefined) return indexFormer(customerId, fresh);
  for (const event of distinct(fresh)) await follow(userId, customerId, event);
  if (fresh.some(({ type }) => type === trialEnding)) await reconcileShop(userId, customerId);
  else if (fresh.some(({ type }) => changesMore.has(type)) || !(await isReadSince(userId, customerId, knownAtMs)))
    await refreshShop(userId, customerId);
  await indexDocuments(userId, customerId, changedDocuments(fresh));
  await recordEvents(fresh, clock.seconds());
}

export const stripeEventWorkers = [
  defineWorker(
    takeStripeEvents,
    ({ events, knownAtMs }) => takeEvents(events, knownAtMs),
    'An event only says which shop to read again, and handled events are recorded.',
  ),
];
