import { CallError } from '#shared/errors';
import { readEvent } from '../../adapters/stripe/read-event';
import { logger } from '../../runtime/logger';
import { takeStripeEvents } from './event-tasks';

/**
 * Accepts one of Stripe's events, by its signed raw body: a task handles it, so that Stripe has its response at once. A
 * failure is thrown, so that Stripe delivers it again. Throws WEBHOOK_SIGNATURE_INVALID if the signature is not
 * Stripe's.
 */
export async function handleStripeEvent(rawBody: string, signature: string | undefined): Promise<void> {
  const event = await readEvent(rawBody, signature);
  if (!event) throw new CallError('WEBHOOK_SIGNATURE_INVALID');
  logger.appendKeys({ eventId: event.id, eventType: event.type });
  if (event.customerId === undefined && event.userId === undefined) return;
  await takeStripeEvents.enqueue({ events: [event] }, { id: event.id });
}
