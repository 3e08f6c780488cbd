import type { DeliveryItem } from '../../adapters/devices-table/deliveries';

/** So many refusals set a request aside. */
const mostRefusals = 5;
/** How often one that was set aside is tried all the same, in seconds: what refused it may have been mended. */
const parkedPause = 6 * 60 * 60;
/** Failures that pass do not count up to so many tries: the schedule's own minute is pause enough. */
const freeTries = 5;
const longestOutagePause = 5 * 60;

/** How the steps of one try failed: `passing` by an outage, `refused` for what they contained. */
export type Failure = 'passing' | 'refused';

export type NextTry = Pick<DeliveryItem, 'nextTryAt' | 'refusals' | 'parkedAt'>;

/**
 * When a delivery that failed is tried again (unix seconds). An outage is waited out for ever, a minute or more at a
 * time, so that what waited goes out soon after it ends. What is refused for its content waits twice as long each
 * time and is then set aside, so that it costs the others nothing.
 */
export function planNextTry(
  delivery: Pick<DeliveryItem, 'tries' | 'refusals'>,
  failures: readonly Failure[],
  now: number,
): NextTry {
  if (!failures.includes('refused')) {
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
