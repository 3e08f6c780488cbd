import { listMovements } from '#shared/contract/movement';
import { listRepairs } from '#shared/contract/repair';
import type { Device } from '#shared/model/device';
import { deviceRequestKindNames, isMoving, isSold, rulesOf, whyNot } from '#shared/model/device-request';
import { takenText, takes } from '#shared/model/movement';
import { isOver } from '#shared/model/subscription';
import { useCall } from '../../../lib/use-call';
import { useSubscription } from '../../../lib/use-shops';
import { isDone } from '../repair/work-records';

/**
 * What can be requested for a device of a shop now (spec 4). `reading`: it is not known yet, and nothing is offered; if
 * it cannot be read, the server decides. `taken`: why an open movement that takes the device allows nothing.
 */
export function usePossibleRequests(device: Device, customerId: string) {
  const { serialNumber, stripeSubscriptionId } = device;
  const sold = isSold(device);
  const kinds = deviceRequestKindNames.filter(
    (kind) => !device.isActionLocked && isMoving(kind) !== sold && !whyNot(kind, device),
  );
  const asked = kinds.length > 0;
  const movements = useCall(listMovements, asked && !sold ? { params: { id: customerId } } : null);
  const repairs = useCall(listRepairs, asked && sold ? { params: { serial: serialNumber } } : null);
  const found = useSubscription(stripeSubscriptionId);
  // The devices of a subscription that has ended go back: none is sent in exchange.
  const ended = found.state === 'found' && isOver(found.subscription);
  const { data, error } = sold ? repairs : movements;
  const reading = asked && !data && !error;
  const takenBy = movements.data?.movements.find((one) =>
    takes(one, { serialNumber, isOfItsSubscription: one.subscription === stripeSubscriptionId }),
  );
  const none = reading || takenBy || repairs.data?.some((repair) => !isDone(repair));
  return {
    possible: none ? [] : kinds.filter((kind) => !(ended && rulesOf(kind).moves === 'swap')),
    reading,
    ended,
    taken: takenBy && takenText(takenBy),
  };
}
