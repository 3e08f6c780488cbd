/** Japan is nine hours ahead of UTC the whole year. */
const offset = 9 * 60 * 60 * 1000;
const soon = 60 * 24 * 60 * 60 * 1000;

/** Unix milliseconds at which a card stops being good: the end of its month, in Japan. */
const expiryOf = ({ exp_month, exp_year }: { exp_month: number; exp_year: number }): number =>
  Date.UTC(exp_year, exp_month, 1) - offset;

/**
 * The state of a card's expiry: `expired`, `soon` (within 60 days, or before `nextCharge`), else `good`. `now` and
 * `nextCharge` in unix milliseconds.
 */
export function cardExpiry(
  card: { exp_month: number; exp_year: number },
  now: number,
  nextCharge = 0,
): 'expired' | 'soon' | 'good' {
  const end = expiryOf(card);
  if (end <= now) return 'expired';
  return end <= Math.max(now + soon, nextCharge) ? 'soon' : 'good';
}
