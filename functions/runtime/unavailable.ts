/** Services outside of AWS that the portal depends on. */
type OutsideService = 'stripe' | 'records';

/**
 * An outside service cannot be reached, is overloaded or does not take our key; trying later may help. A refusal is a
 * CallError: neither can be taken for the other.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  /** `cause` is what the service's client threw; it goes to the log alone. */
  constructor(
    readonly service: OutsideService,
    cause: unknown,
  ) {
    super(`${service} is unavailable`, { cause });
  }
}
