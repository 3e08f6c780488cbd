import { isRented, isReturned } from '#shared/model/device-request';
import { isOpen } from '#shared/model/movement';
import type { DeviceItem } from '../../adapters/devices-table/items';
import type { MovementItem } from '../../adapters/devices-table/movements';

/** How many rented devices are with their owner; substitutes, sold and returned ones do not count. */
export const heldOf = (devices: readonly Pick<DeviceItem, 'deviceCategory' | 'status'>[]): number =>
  devices.filter((device) => isRented(device) && !isReturned(device)).length;

type Known = Pick<MovementItem, 'kind' | 'cause' | 'count' | 'state' | 'lowers' | 'movedAt'>;

/** How long a closed movement goes on explaining a difference, in seconds: the staff enter its devices in that time. */
const entering = 2 * 24 * 60 * 60;

const sum = (movements: readonly Known[]): number => movements.reduce((all, { count }) => all + count, 0);

/**
 * Whether a subscription's movements explain how many devices its owner has. A shipment counts as not there, or as
 * there, until two days after it is closed, and what is collected likewise: the staff's records of device and movement
 * change one after the other. A return that does not lower the subscription leaves a device fewer than is billed for
 * good. `now` in unix seconds.
 */
export function isExplained(
  { held, billed }: { held: number; billed: number },
  movements: readonly Known[],
  now: number,
): boolean {
  const open = movements.filter((one) => isOpen(one) || (one.state === 'closed' && one.movedAt > now - entering));
  const swaps = sum(open.filter(({ kind }) => kind === 'swap'));
  const ships = sum(open.filter(({ kind }) => kind === 'ship'));
  const returns = movements.filter(({ cause, state }) => cause === 'return' && state !== 'withdrawn');
  const unpaid = sum(
    open.filter(({ kind, cause, lowers }) => kind === 'collect' && (cause !== 'return' || lowers === 'done')),
  );
  const paid = sum(returns.filter(({ lowers }) => lowers !== 'done'));
  return held >= billed - ships - swaps - paid && held <= billed + unpaid + swaps;
}
