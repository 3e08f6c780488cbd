/** Services outside of AWS that the portal depends on. */
type OutsideService = 'stripe' | 'records';

/**
 * The service gave no result, but may still carry out the request or has done so: a `charge` of a card, or another
 * `write` that is under way under the same idempotency key.
 */
export type Undecided = 'charge' | 'write';

/**
 * An outside service cannot be reached, is overloaded or does not accept our key; a later try may succeed. A refusal is
 * a CallError, so the two cannot be confused.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  /** `cause` is the error of the service's client; it goes only to the log. */
  constructor(
    readonly service: OutsideService,
    cause: unknown,
    readonly undecided?: Undecided,
  ) {
    super(`${service} is unavailable`, { cause });
  }
}
