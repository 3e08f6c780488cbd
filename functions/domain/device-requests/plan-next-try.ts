import type { DeliveryItem } from '../../adapters/devices-table/deliveries';

/** After so many refusals a request is set aside. */
const mostRefusals = 5;
/** Pause before a request that was set aside is tried again, in seconds: the cause may have been corrected. */
const parkedPause = 60 * 60;
/** Outages add no pause up to so many tries: the schedule runs once a minute. */
const freeTries = 5;
const longestOutagePause = 5 * 60;

/** Pause while people must correct a setting, in seconds: soon after that, the request goes out. */
const misconfiguredPause = 5 * 60;

/**
 * How a step failed: `passing` by an outage, `misconfigured` because a token, a right or an app is not as it must be,
 * `refused` because of its content.
 */
export type Failure = 'passing' | 'misconfigured' | 'refused';

export type NextTry = Pick<DeliveryItem, 'nextTryAt' | 'refusals' | 'parkedAt'>;

/**
 * When a failed delivery is tried again (unix seconds). After an outage it is tried again for ever, at least a minute
 * apart, so that it goes out soon after the outage; every five minutes until people have corrected a setting. A
 * refused one waits twice as long each time and is then set aside, so that it does not delay the others.
 */
export function planNextTry(
  delivery: Pick<DeliveryItem, 'tries' | 'refusals'>,
  failures: readonly Failure[],
  now: number,
): NextTry {
  if (!failures.includes('refused')) {
    if (failures.includes('misconfigured')) return { refusals: delivery.refusals, nextTryAt: now + misconfiguredPause };
    const overmuch = Math.max(0, delivery.tries - freeTries);
    return {
      refusals: delivery.refusals,
      nextTryAt: overmuch === 0 ? now : now + Math.min(longestOutagePause, 60 * 2 ** Math.min(overmuch - 1, 10)),
    };
  }
  const refusals = delivery.refusals + 1;
  if (refusals >= mostRefusals) return { refusals, nextTryAt: now + parkedPause, parkedAt: now };
  return { refusals, nextTryAt: now + 60 * 2 ** (refusals - 1) };
}
