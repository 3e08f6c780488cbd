import type { Counts, Movement } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import type { DeviceWithLock } from '../../adapters/devices-table/devices';
import { subscriptionOf } from '../../adapters/devices-table/items';
import { readShopMovements, type MovementItem } from '../../adapters/devices-table/movements';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { optionalEnv } from '../../runtime/environment';
import type { Caller } from '../caller';
import { billedUnits } from '../booking/billed-units';
import { devicesOfShop } from '../shelf/devices-of-shop';
import { heldOf, isExplained } from './count-devices';
import { toMovement } from './to-movement';

/** The devices held and billed of each of a shop's subscriptions that has any. */
function countsOf(
  { record }: SnapshotItem,
  devices: readonly DeviceWithLock[],
  movements: readonly MovementItem[],
): Counts[] {
  const all = devices.map(({ device }) => device);
  return Object.entries(billedUnits(record)).map(([subscription, billed]) => {
    const held = heldOf(all.filter((device) => subscriptionOf(device) === subscription));
    const own = movements.filter(({ subscriptionId }) => subscriptionId === subscription);
    return { subscription, held, billed, explained: isExplained({ held, billed }, own, clock.seconds()) };
  });
}

/**
 * The movements of one of the caller's shops, newest first, and what is held and billed. A difference that no movement
 * explains is shown to the staff first, and to owners only if the stage says so.
 */
export async function listMovements(
  { snapshots }: Pick<Caller, 'snapshots'>,
  customerId: string,
): Promise<{ movements: Movement[]; counts: Counts[] }> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  const [{ movements }, devices] = await Promise.all([
    readShopMovements(customerId, { consistent: false }),
    snapshot ? devicesOfShop(snapshot) : [],
  ]);
  const counts = snapshot ? countsOf(snapshot, devices, movements) : [];
  const shown = optionalEnv('DIFFERENCES_SHOWN') === 'owners';
  return {
    movements: movements
      .toSorted((one, other) => other.orderedAt - one.orderedAt || (one.movementId < other.movementId ? 1 : -1))
      .map(toMovement),
    counts: counts
      .filter(({ held, billed }) => held > 0 || billed > 0)
      .map((one) => ({ ...one, explained: one.explained || !shown })),
  };
}
