import { CallError } from '#shared/errors';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';

/** How long the amount of a preview holds, and how far its date may lie ahead, in seconds. */
const previewHolds = 30 * 60;
const clockSlack = 60;

/** Refuses to change what a subscription costs where it is over, has not begun, or is not paid. */
export function checkChangeable({ status }: Pick<LiveSubscription, 'status'>): void {
  if (status === 'past_due' || status === 'unpaid') throw new CallError('SUBSCRIPTION_OVERDUE');
  if (status !== 'active' && status !== 'trialing') throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
}

/**
 * The date as of which a change is charged (unix seconds): the preview's, so that it costs what was shown, else now.
 * Refuses a date that is older than half an hour, lies ahead or before the period that runs.
 */
export function prorationDateOf(
  given: number | undefined,
  { periodStart }: Pick<LiveSubscription, 'periodStart'>,
  now: number,
): number {
  if (given === undefined) return Math.max(now, periodStart);
  if (given < now - previewHolds || given > now + clockSlack || given < periodStart)
    throw new CallError('PREVIEW_EXPIRED');
  return given;
}
