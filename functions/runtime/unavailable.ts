/** Services outside of AWS that the portal depends on. */
type OutsideService = 'stripe' | 'records';

/**
 * What a service may still carry out, or has carried out, although it gave no result: a `charge` of a card, or another
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
