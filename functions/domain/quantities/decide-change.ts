import type { QuantityChangeItem } from '../../adapters/users-table/quantity-changes';

/** An unnamed change of the same content counts as the same one for so long after it ended, in seconds. */
const sameContentWithin = 60;

export type ChangeDecision =
  /** There is none, or another one, or one that is over: decide what is to be done from what Stripe has now. */
  | { do: 'begin' }
  /** The same one was left unfinished, or waits for the card's holder. */
  | { do: 'resume'; change: QuantityChangeItem }
  /** The same one is done: its answer. */
  | { do: 'answer'; change: QuantityChangeItem }
  /** The same one was refused while this one waited for its turn. */
  | { do: 'refuse'; refusal: NonNullable<QuantityChangeItem['refusal']> };

/**
 * What becomes of a change that arrives, by the newest one of its subscription. A refused one may be tried again,
 * maybe with another card; but of two at once (a double click) the second is refused with the first. `askedAt` is
 * when the request arrived, both in unix milliseconds.
 */
export function decideChange(
  found: QuantityChangeItem | undefined,
  identity: string,
  askedAt: number,
  now: number,
): ChangeDecision {
  if (found?.identity !== identity || found.expiresAt <= now / 1000) return { do: 'begin' };
  const endedAt = found.endedAtMs ?? 0;
  switch (found.state) {
    case 'working':
    case 'awaiting':
      return { do: 'resume', change: found };
    case 'refused':
      return found.refusal && endedAt >= askedAt ? { do: 'refuse', refusal: found.refusal } : { do: 'begin' };
    case 'done':
      return found.named || now - endedAt <= sameContentWithin * 1000
        ? { do: 'answer', change: found }
        : { do: 'begin' };
  }
}
