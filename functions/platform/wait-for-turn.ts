import { CallError, type ErrorCode } from '#shared/errors';
import { leaseMs } from '#shared/limits';
import { clock } from '../adapters/clock';

/** How long a request waits for another one to end, and how often it asks. Milliseconds. */
const patience = 6_000;
const pause = 250;

/**
 * Calls `look` every 250 ms until it returns a value, and returns that: `look` tries to take a lease, or to find the
 * result of the request that has it. After 6 s it throws `busy` with `retryAfter`, the seconds after which the lease
 * has ended.
 */
export async function waitForTurn<T>(
  busy: Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let waited = 0; ; waited += pause) {
    const found = await look();
    if (found !== undefined) return found;
    if (waited >= patience) throw new CallError(busy, { details: { retryAfter: leaseMs / 1000 } });
    await clock.wait(pause);
  }
}
