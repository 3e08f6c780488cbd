import { isKeySpent } from '../../adapters/stripe/to-call-error';

/** The parts of the idempotency keys that a record's writes use at Stripe. */
interface KeySource {
  /** The record's own id. */
  id: string;
  /** How often Stripe responded to a write with a failure of its own. */
  spentKeys: number;
}

/**
 * The idempotency key of one of a record's writes at Stripe: the same write has the same key, so that it is done once.
 * Stripe repeats a failure of its own under the same key, so the count of those failures is part of the key.
 */
export const stripeKey = ({ id, spentKeys }: KeySource, step: string): string => `${id}:${step}:${spentKeys}`;

/** The count of spent keys after a write has failed with `error`. */
export const spentKeysAfter = ({ spentKeys }: KeySource, error: unknown): number =>
  spentKeys + (isKeySpent(error) ? 1 : 0);
