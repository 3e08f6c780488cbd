/** The change of a subscription's count that a movement follows from. */
interface Cause {
  subscriptionId: string;
  /** Its number among the changes of the shop. */
  booking: number;
}

/**
 * The id of a movement that a change of the count orders: the same whoever finds the change. `index` counts the
 * movements of one change.
 */
export const movementIdOf = (customerId: string, { subscriptionId, booking }: Cause, index: number): string =>
  `mv-${customerId}-${subscriptionId}-${booking}-${index}`;

/** The shop that such an id names; undefined for any other id. Stripe's ids have no hyphen. */
export const customerOfMovement = (movementId: string): string | undefined =>
  /^mv-([^-]+)-[^-]+-\d+-\d+$/.exec(movementId)?.[1];

/** The number of the change in such an id; 0 for any other id. */
export const bookingOfMovement = (movementId: string): number => Number(/-(\d+)-\d+$/.exec(movementId)?.[1] ?? 0);
