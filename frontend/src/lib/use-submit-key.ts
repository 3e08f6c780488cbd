import { useState } from 'react';
import { ApiFailure } from './api-failure';

/** With these the first try is not over, or may not be. */
const goesOn: ReadonlySet<string> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED', 'UNKNOWN']);

export interface SubmitKey {
  /** Names the try that is under way, for the `Idempotency-Key` header. */
  value: () => string;
  /** A try failed: what was refused has ended, and the next try is another. */
  failed: (error: unknown) => void;
  /** What is submitted next is another submit than the last one, although that was not refused. */
  renew: () => void;
}

/**
 * One key from the first try of a submit to its end: while an answer may have been lost, or the first is still at
 * work, a second try is the same one, and changed content must not order twice (the server refuses that by name).
 */
export function useSubmitKey(): SubmitKey {
  const [submitKey] = useState((): SubmitKey => {
    let key = crypto.randomUUID();
    return {
      value: () => key,
      failed: (error) => {
        if (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && !goesOn.has(error.code))
          key = crypto.randomUUID();
      },
      renew: () => void (key = crypto.randomUUID()),
    };
  });
  return submitKey;
}
