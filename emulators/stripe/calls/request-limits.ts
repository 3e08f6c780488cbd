/** Requests that an account may make in a second: in all, and of each named operation. */
export interface RequestLimits {
  all: number;
  each: number;
}

/** docs.stripe.com/rate-limits: of a live account, and of a sandbox. */
export const documentedLimits = {
  live: { all: 100, each: 25 },
  sandbox: { all: 25, each: 25 },
} as const satisfies Record<string, RequestLimits>;

/**
 * Counts requests of the last second. Real time counts, not the account's clock: that one may stand still, or jump over
 * months, while requests come as ever.
 */
export class RequestCounter {
  #made: { operation: string; at: number }[] = [];

  /** `now`: milliseconds of real time. */
  constructor(private readonly now: () => number) {}

  /** Counts a request; returns the limit that it exceeds. One that is refused is not counted. */
  take(operation: string, limits: RequestLimits): 'global-rate' | 'endpoint-rate' | undefined {
    const at = this.now();
    this.#made = this.#made.filter((one) => one.at > at - 1000);
    if (this.#made.length >= limits.all) return 'global-rate';
    if (this.#made.filter((one) => one.operation === operation).length >= limits.each) return 'endpoint-rate';
    this.#made.push({ operation, at });
    return undefined;
  }
}
