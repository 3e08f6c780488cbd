import { listMovements } from '#shared/contract/movement';
import { lowersLater, type Movement } from '#shared/model/movement';
import { useCall } from './use-call';

/** The serial numbers of the devices on their way back, each of which will lower the subscription by one. */
export const promisedReturns = (movements: readonly Movement[], subscriptionId: string): string[] =>
  movements
    .filter((movement) => movement.subscription === subscriptionId && lowersLater(movement))
    .flatMap(({ serialNumbers }) => serialNumbers);

/** Reads the devices on their way back ({@link promisedReturns}); none while `customerId` is undefined. */
export function usePromisedReturns(customerId: string | undefined, subscriptionId: string): string[] {
  const { data } = useCall(listMovements, customerId === undefined ? null : { params: { id: customerId } });
  return promisedReturns(data?.movements ?? [], subscriptionId);
}
