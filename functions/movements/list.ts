import { isOver } from '#shared/model/subscription';
import type { ShopRecord } from '#shared/model/customer';
import { type Counts, type Movement, movementCauses } from '#shared/model/movement';
import { subscriptionOf } from '#functions/devices/items';
import { type MovementItem, readShopMovements } from './movements-table';
import type { Caller } from '#functions/http/caller';
import { devicesOfShop, isHeld } from './shop-devices';
import { billedUnits } from './book';

/**
 * Whether its owner may withdraw it: a return or exchange that the staff have not begun, unless the subscription goes
 * down with it or has ended, because then the device has to come back anyway.
 */
export const isWithdrawable = (
  { cause, state, lowers, subscriptionId }: Pick<MovementItem, 'cause' | 'state' | 'lowers' | 'subscriptionId'>,
  { subscriptions }: Pick<ShopRecord, 'subscriptions'>,
): boolean =>
  state === 'ordered' &&
  movementCauses[cause].requested &&
  !lowers &&
  subscriptions.some((one) => one.id === subscriptionId && !isOver(one));

/** A movement as its owner sees it. */
export const toMovement = (item: MovementItem, record: Pick<ShopRecord, 'subscriptions'>): Movement => ({
  id: item.movementId,
  receiptNumber: item.receiptNumber,
  kind: item.kind,
  cause: item.cause,
  subscription: item.subscriptionId,
  count: item.count,
  serialNumbers: [...item.serialNumbers],
  back: [...(item.back ?? [])],
  promisedBy: item.promisedBy,
  orderedAt: new Date(item.orderedAt * 1000).toISOString(),
  state: item.state,
  parcel: item.parcel ?? null,
  arrivedAt: item.arrivedAt === undefined ? null : new Date(item.arrivedAt * 1000).toISOString(),
  withdrawable: isWithdrawable(item, record),
  lowers: item.lowers ?? null,
});

/** The movements of one of the caller's shops, newest first, and what is held and billed of each subscription. */
export async function listMovements(
  { snapshots }: Pick<Caller, 'snapshots'>,
  customerId: string,
): Promise<{ movements: Movement[]; counts: Counts[] }> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  const [movements, listed] = await Promise.all([
    readShopMovements(customerId, { consistent: false }),
    snapshot ? devicesOfShop(snapshot) : [],
  ]);
  const devices = listed.map(({ device }) => device);
  const record = snapshot?.record ?? { subscriptions: [] };
  return {
    movements: movements
      .toSorted((one, other) => other.orderedAt - one.orderedAt || (one.movementId < other.movementId ? 1 : -1))
      .map((movement) => toMovement(movement, record)),
    counts: Object.entries(billedUnits(record))
      .map(([subscription, billed]) => ({
        subscription,
        held: devices.filter((device) => subscriptionOf(device) === subscription && isHeld(device)).length,
        billed,
      }))
      .filter(({ held, billed }) => held > 0 || billed > 0),
  };
}
