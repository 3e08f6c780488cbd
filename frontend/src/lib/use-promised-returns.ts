import { listMovements } from '#shared/contract/movement';
import { lowersLater } from '#shared/model/movement';
import { useCall } from './use-call';

/**
 * The serial numbers of the devices on their way back, each of which will lower the subscription by one; none while
 * `customerId` is undefined.
 */
export function usePromisedReturns(customerId: string | undefined, subscriptionId: string): string[] {
  const { data } = useCall(listMovements, customerId === undefined ? null : { params: { id: customerId } });
  return (data?.movements ?? [])
    .filter((movement) => movement.subscription === subscriptionId && lowersLater(movement))
    .flatMap(({ serialNumbers }) => serialNumbers);
}
