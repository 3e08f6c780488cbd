import { CallError } from '#shared/errors';
import { deviceRequestKinds, isMoving, type DeviceRequestKind } from '#shared/model/device-request';
import { collectedText, collects, lowersBy, promisedBy } from '#shared/model/movement';
import {
  readShopMovements,
  reducingWrite,
  type MovementItem,
  type ShopMovements,
} from '../../adapters/devices-table/movements';
import type { Write } from '../../adapters/dynamodb/transaction';
import type { RequestItem } from '../../adapters/devices-table/requests';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { bookingsCheck, readSnapshot } from '../../adapters/users-table/snapshots';
import { optionalEnv } from '../../runtime/environment';
import { billedUnits } from '../booking/billed-units';
import { promisedReturns } from '../booking/promised-returns';

const lastDevice = 'ご契約の最後の1台です。返却とあわせて終了する場合は、解約の手続きをご利用ください。';

const lowersAlready = 'このデバイスの返却で契約台数を1台減らす手続きが、すでに進んでいます。';

/** What a return or exchange moves, and whether the return lowers the subscription too. */
interface Moving {
  userId: string;
  customerId: string;
  subscriptionId: string;
  serialNumber: string;
  lowers: boolean;
}

/**
 * Throws for a return or exchange that the shop's movements do not allow (see refuseCollected and refuseLowering).
 * Returns the writes that keep it so in the transaction that accepts it: of a return or exchange and a lower count at
 * the same time, one decides again with the other's. `now` in unix seconds.
 */
export async function refuseMoving(kind: DeviceRequestKind, moving: Moving, now: number): Promise<Write[]> {
  if (!isMoving(kind)) return [];
  const { userId, customerId, subscriptionId, lowers } = moving;
  // The snapshot first: what is booked after it is read fails the transaction, and what was booked before is read here.
  const snapshot = await readSnapshot(userId, customerId);
  const known = await readShopMovements(customerId);
  refuseCollected(moving, known.movements);
  if (!snapshot) throw new CallError('DEVICE_NOT_FOUND');
  if (lowers) refuseLowering(moving, snapshot, known, now);
  return [reducingWrite(customerId, subscriptionId, known, now), bookingsCheck(userId, snapshot)];
}

/**
 * Throws DEVICE_NOT_ELIGIBLE if the device is collected already, by its name or with its ended subscription: the staff
 * would send a second box for it.
 */
function refuseCollected({ serialNumber, subscriptionId }: Moving, movements: readonly MovementItem[]): void {
  const isCollected = movements.some((one) =>
    collects(one, { serialNumber, isOfItsSubscription: one.subscriptionId === subscriptionId }),
  );
  if (isCollected) throw new CallError('DEVICE_NOT_ELIGIBLE', { text: collectedText });
}

/**
 * The movement of a return or exchange. It has the request's id, so that both are one record for the staff. `lowers`:
 * the return also lowers the subscription, at the moment that the stage sets.
 */
export function movementOf(request: RequestItem, lowers: boolean): MovementItem | undefined {
  const { kind } = request;
  if (!isMoving(kind)) return undefined;
  const { requestId, receiptNumber, customerId, subscriptionId, serialNumber, requestedAt } = request;
  return {
    movementId: requestId,
    receiptNumber,
    customerId,
    subscriptionId,
    kind: deviceRequestKinds[kind].moves,
    cause: kind,
    count: 1,
    serialNumbers: [serialNumber],
    promisedBy: promisedBy(kind, requestedAt),
    orderedAt: requestedAt,
    state: 'ordered',
    movedAt: requestedAt,
    ...(lowers && { lowers: optionalEnv('RETURN_LOWERS_WHEN') === 'requested' ? 'due' : 'waiting' }),
  };
}

/**
 * Throws INVALID_INPUT if the subscription cannot go down by the device: an earlier return lowers it by the same one
 * (a device is free again before it is back), or it is the last one, which leads to the subscription's end. Counted
 * are the devices billed, or those that a lower quantity under way leaves of them, less those of returns that lower the
 * subscription too. `now` in unix seconds.
 */
function refuseLowering(
  { subscriptionId, serialNumber }: Moving,
  snapshot: SnapshotItem,
  { movements, intentions }: ShopMovements,
  now: number,
): void {
  if (movements.some((one) => lowersBy(one, serialNumber)))
    throw new CallError('INVALID_INPUT', { fields: { alsoReduce: lowersAlready } });
  const left = intentions
    .filter((one) => one.subscriptionId === subscriptionId && one.expiresAt > now)
    .map(({ to }) => to);
  const billed = Math.min(billedUnits(snapshot.record)[subscriptionId] ?? 0, ...left);
  if (billed - promisedReturns(movements, subscriptionId).length < 2)
    throw new CallError('INVALID_INPUT', { fields: { alsoReduce: lastDevice } });
}
