import { CallError } from '#shared/errors';
import { deviceRequestKinds, isMoving, type DeviceRequestKind } from '#shared/model/device-request';
import { collectedText, collects, lowersBy, promisedBy } from '#shared/model/movement';
import { readShopMovements, reducingWrite, type MovementItem } from '../../adapters/devices-table/movements';
import type { Write } from '../../adapters/dynamodb/transaction';
import type { RequestItem } from '../../adapters/devices-table/requests';
import { bookingsCheck, readSnapshot } from '../../adapters/users-table/snapshots';
import { optionalEnv } from '../../runtime/environment';
import { billedUnits } from '../booking/billed-units';
import { promisedReturns } from '../booking/promised-returns';

const lastDevice = 'ご契約の最後の1台です。返却とあわせて終了する場合は、解約の手続きをご利用ください。';

const lowersAlready = 'このデバイスの返却で契約台数を1台減らす手続きが、すでに進んでいます。';

/**
 * Throws DEVICE_NOT_ELIGIBLE for a return or exchange of a device that is collected already, by its name or with its
 * ended subscription: the staff would send a second box for it.
 */
export async function refuseCollected(
  kind: DeviceRequestKind,
  serialNumber: string,
  { customerId, subscriptionId }: { customerId: string; subscriptionId: string },
): Promise<void> {
  if (!isMoving(kind)) return;
  const { movements } = await readShopMovements(customerId);
  const isCollected = movements.some((one) =>
    collects(one, { serialNumber, isOfItsContract: one.subscriptionId === subscriptionId }),
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
 * subscription too. Returns the writes that make sure of it in the transaction that accepts the return. `now` in unix
 * seconds.
 */
export async function refuseLowering(
  userId: string,
  { customerId, subscriptionId, serialNumber }: { customerId: string; subscriptionId: string; serialNumber: string },
  now: number,
): Promise<Write[]> {
  const [snapshot, { movements, reducing, intentions }] = await Promise.all([
    readSnapshot(userId, customerId),
    readShopMovements(customerId),
  ]);
  if (!snapshot) throw new CallError('DEVICE_NOT_FOUND');
  if (movements.some((one) => lowersBy(one, serialNumber)))
    throw new CallError('INVALID_INPUT', { fields: { alsoReduce: lowersAlready } });
  const isOfThis = ({ subscriptionId: of }: { subscriptionId: string }): boolean => of === subscriptionId;
  const left = intentions.filter((one) => isOfThis(one) && one.expiresAt > now).map(({ to }) => to);
  const billed = Math.min(billedUnits(snapshot.record)[subscriptionId] ?? 0, ...left);
  if (billed - promisedReturns(movements, subscriptionId).length < 2)
    throw new CallError('INVALID_INPUT', { fields: { alsoReduce: lastDevice } });
  return [reducingWrite(customerId, subscriptionId, reducing.find(isOfThis), now), bookingsCheck(userId, snapshot)];
}
