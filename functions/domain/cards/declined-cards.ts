import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import type { StripeEvent } from '../../adapters/stripe/read-event';
import { abandonSetup } from '../../adapters/stripe/setup-intents';
import { recordEvents, takenOf } from '../../adapters/users-table/events';
import { ownerOf } from '../../adapters/users-table/shops';
import { countAttempt, readThrottle } from '../../adapters/users-table/throttles';
import { logger } from '../../runtime/logger';

/**
 * Declined cards of one user in an hour. An owner with a wrong number tries a few times; a tester of stolen cards tries
 * thousands (docs.stripe.com/disputes/prevention/card-testing). The browser confirms directly at Stripe, as often as
 * Stripe allows with one client secret, so the attempts are counted by Stripe's events.
 */
const limit = { attempts: 10, seconds: 60 * 60 } as const;

const cardDeclined = 'setup_intent.setup_failed';
const keyOf = (userId: string): string => `declined#${userId}`;

/** Refuses a user with too many declined cards: TOO_MANY_ATTEMPTS with the seconds to wait. */
export async function checkDeclinedCards(userId: string): Promise<void> {
  const now = clock.seconds();
  const counted = await readThrottle(keyOf(userId), now);
  if (counted && counted.attempts >= limit.attempts)
    throw new CallError('TOO_MANY_ATTEMPTS', { details: { retryAfter: counted.expiresAt - now } });
}

async function countDeclined({ id, type, objectId, ...event }: StripeEvent): Promise<void> {
  const userId = event.userId ?? (event.customerId === undefined ? undefined : await ownerOf(event.customerId));
  if (userId === undefined || objectId === undefined || (await takenOf([id])).has(id)) return;
  const now = clock.seconds();
  const { attempts } = await countAttempt(keyOf(userId), limit.attempts, limit.seconds, now);
  if (attempts >= limit.attempts) {
    logger.warn('too many declined cards: the setup intent is canceled', { userId, setupIntentId: objectId });
    await abandonSetup(objectId);
  }
  await recordEvents([{ id, type }], now);
}

/**
 * Counts the declined cards among these events, by user. From the tenth in an hour on, the setup intent of each is
 * canceled, so that no further card can be tried with its client secret.
 */
export async function countDeclinedCards(events: readonly StripeEvent[]): Promise<void> {
  for (const event of events) if (event.type === cardDeclined) await countDeclined(event);
}
