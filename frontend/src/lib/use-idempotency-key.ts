import { useState } from 'react';
import { failedWith, mayBeDone } from './api';

/**
 * One key from the first attempt of a submit to its end: while a response may have been lost, or the first attempt
 * still runs, a second attempt is the same request, and changed content must not order twice (the server refuses that
 * with its own code).
 */
export function useIdempotencyKey() {
  const [idempotencyKey] = useState(() => {
    let key = crypto.randomUUID();
    return {
      /** The key of the current attempt, for the `Idempotency-Key` header. */
      value: () => key,
      /** An attempt failed: after a refusal the next attempt gets a new key. */
      failed: (error: unknown): void => {
        const goesOn = failedWith(error, 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED', 'UNKNOWN');
        if (!mayBeDone(error) && !goesOn) key = crypto.randomUUID();
      },
      /** Gives the next attempt a new key although the last one was not refused. */
      renew: (): void => void (key = crypto.randomUUID()),
    };
  });
  return idempotencyKey;
}
