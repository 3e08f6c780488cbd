import { clock } from '#functions/platform/clock';
import type { StripeEvent } from './read-event';
import { stripe } from '#functions/platform/stripe/client';
import { unlessInvalid } from '#functions/platform/stripe/errors';
import { recordEvents, takenOf } from './stripe-events';
import { ownerOf } from '#functions/shops/shops-table';
import { logger } from '#functions/platform/logger';
import { requireRoom, takeUpTo, type Use } from '#functions/limits/limits';

const cardDeclined = 'setup_intent.setup_failed';
const declinedBy = (userId: string): Use => ({ kind: 'declined', of: { user: userId } });

/** Refuses a user with too many declined cards: TOO_MANY_ATTEMPTS with the seconds to wait. */
export const checkDeclinedCards = (userId: string): Promise<void> => requireRoom(declinedBy(userId));

async function countDeclined({ id, type, objectId, ...event }: StripeEvent): Promise<void> {
  const userId = event.userId ?? (event.customerId === undefined ? undefined : await ownerOf(event.customerId));
  if (userId === undefined || objectId === undefined || (await takenOf([id])).has(id)) return;
  if (await takeUpTo(declinedBy(userId))) {
    logger.warn('too many declined cards: the setup intent is canceled', { userId, setupIntentId: objectId });
    // One that has succeeded or was canceled meanwhile does not change (docs.stripe.com/api/setup_intents/cancel).
    await unlessInvalid(stripe().setupIntents.cancel(objectId, { cancellation_reason: 'abandoned' }));
  }
  await recordEvents([{ id, type }], clock.seconds());
}

/**
 * Counts the declined cards among these events, by user. From the tenth in an hour on, the setup intent of each is
 * canceled, so that no further card can be tried with its client secret.
 */
export async function countDeclinedCards(events: readonly StripeEvent[]): Promise<void> {
  for (const event of events) if (event.type === cardDeclined) await countDeclined(event);
}
