/**
 * Requests of one function in flight at once: within Stripe's 25 a second of an endpoint
 * (docs.stripe.com/rate-limits).
 */
export const mostInFlight = 20;

let inFlight = 0;
const waiting: (() => void)[] = [];

/**
 * Runs `ask` when fewer than {@link mostInFlight} requests of this container are under way; who came first goes
 * first.
 */
export async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  if (inFlight >= mostInFlight) await new Promise<void>((resolve) => void waiting.push(resolve));
  else inFlight += 1;
  try {
    return await ask();
  } finally {
    // The place goes straight to who waits longest, so that nobody who comes in between takes it.
    const next = waiting.shift();
    if (next) next();
    else inFlight -= 1;
  }
}
