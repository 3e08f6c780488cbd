import { CallError } from '#shared/errors';
import { readEvent } from '../../adapters/stripe/read-event';
import { logger } from '../../runtime/logger';
import { takeEvents } from './take-events';

/**
 * Handles one of Stripe's events, by its signed raw body. A failure is thrown, so that Stripe delivers it again. Throws
 * WEBHOOK_SIGNATURE_INVALID if the signature is not Stripe's.
 */
export async function handleStripeEvent(rawBody: string, signature: string | undefined): Promise<void> {
  const event = await readEvent(rawBody, signature);
  if (!event) throw new CallError('WEBHOOK_SIGNATURE_INVALID');
  logger.appendKeys({ eventId: event.id, eventType: event.type });
  await takeEvents([event]);
}
