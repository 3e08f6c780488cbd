import { isRented, isReturned } from '#shared/model/device-request';
import { isOpen, movementCauses } from '#shared/model/movement';
import { mapWithLimit } from '../../adapters/map-with-limit';
import { isCustomerId, type DeviceItem } from '../../adapters/devices-table/items';
import { readShopMovements, type MovementItem } from '../../adapters/devices-table/movements';
import { readDevices } from '../../adapters/devices-table/read-items';
import { endMovement } from '../movements/advance-movement';
import { devicesOfSubscription } from '../shelf/devices-of-shop';
import { mostWrites } from './place-devices';

/** The serial numbers of a subscription's devices. The index may be behind, so their states are read apart. */
const serialsOf = async ({ customerId, subscriptionId }: MovementItem): Promise<string[]> =>
  (await devicesOfSubscription(customerId, subscriptionId)).map(({ device }) => device.serialNumber);

/** Whether a collection’s named devices are back; without names, all of an ended subscription, since it was ordered. */
async function isBack(movement: MovementItem): Promise<boolean> {
  const { cause, count, serialNumbers, orderedAt } = movement;
  const isNamed = serialNumbers.length > 0;
  if (!isNamed && cause === 'lowered') return false;
  const devices = await readDevices(isNamed ? serialNumbers : await serialsOf(movement));
  const rented = [...devices.values()].filter(isRented);
  const back = rented.filter(({ statusUpdatedAt }) => isNamed || (statusUpdatedAt ?? 0) >= orderedAt);
  return back.length >= count && rented.every(isReturned);
}

/** An owner's return ends with its device's lock. */
const isCollection = (movement: MovementItem): boolean =>
  movement.kind === 'collect' && !movementCauses[movement.cause].requested && isOpen(movement);

async function closeOf(customerId: string): Promise<void> {
  for (const movement of (await readShopMovements(customerId)).movements.filter(isCollection))
    if (await isBack(movement)) await endMovement(movement, 'closed');
}

/**
 * Closes the collections of all whose devices the record system says that they came back: whether or not the staff move
 * the stage as well, the owner no longer reads that they are to be sent. `devices`: of the mirror.
 */
export async function closeCollections(devices: readonly DeviceItem[]): Promise<void> {
  const shops = devices.flatMap((device) =>
    isReturned(device) && isCustomerId(device.subscriptionId ?? '') ? [device.subscriptionId ?? ''] : [],
  );
  await mapWithLimit(mostWrites, [...new Set(shops)], closeOf);
}
