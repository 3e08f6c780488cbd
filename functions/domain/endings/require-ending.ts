import { CallError } from '#shared/errors';
import { endingOf, type Ending } from '#shared/model/ending';
import { clock } from '../../adapters/clock';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { stageNoticePeriod } from '../stage-settings';

/** The ends that a subscription can have now. */
export const endingsNow = (live: LiveSubscription): Ending[] => endingOf(live, stageNoticePeriod(), clock.seconds());

/**
 * The end of a kind that a subscription can have now. Throws NOTICE_REQUIRED if the stage enforces the notice of the
 * terms, and it comes too early.
 */
export function requireEnding(live: LiveSubscription, way: Exclude<Ending['way'], 'later'>): Ending {
  const found = endingsNow(live).find((one) => one.way === way);
  if (!found) throw new CallError('NOTICE_REQUIRED');
  return found;
}
