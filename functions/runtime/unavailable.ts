/** Services outside of AWS that the portal depends on. */
type OutsideService = 'stripe' | 'records';

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
  ) {
    super(`${service} is unavailable`, { cause });
  }
}
