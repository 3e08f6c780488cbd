import { lowersLater, type Movement } from '#shared/model/movement';

/** The serial numbers of the devices on their way back, each of which will lower the subscription by one. */
export const promisedReturns = (movements: readonly Movement[], subscriptionId: string): string[] =>
  movements
    .filter((movement) => movement.subscription === subscriptionId && lowersLater(movement))
    .flatMap(({ serialNumbers }) => serialNumbers);
