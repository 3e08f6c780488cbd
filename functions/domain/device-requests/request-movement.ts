import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { deviceRequestKinds, isMoving } from '#shared/model/device-request';
import { promisedBy } from '#shared/model/movement';
import { readShopMovements, reducingWrite, type MovementItem } from '../../adapters/devices-table/movements';
import type { Write } from '../../adapters/dynamodb/transaction';
import type { RequestItem } from '../../adapters/devices-table/requests';
import { optionalEnv } from '../../runtime/environment';
import { billedUnits } from '../booking/billed-units';

const lastDevice = 'ご契約の最後の1台です。返却とあわせて終了する場合は、解約の手続きをご利用ください。';

/**
 * The movement of a return or exchange. It has the request's id, so that both are one record for the staff. `lowers`:
 * the return also lowers the contract, at the moment that the stage sets.
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
 * Throws INVALID_INPUT if the contract cannot go down by one more device: the last one leads to its end. Returns the
 * write that makes sure of it in the transaction that accepts the return. `now` in unix seconds.
 */
export async function refuseLastDevice(
  customerId: string,
  subscriptionId: string,
  record: Pick<ShopRecord, 'subscriptions'>,
  now: number,
): Promise<Write> {
  const { movements, reducing } = await readShopMovements(customerId);
  const going = movements.filter(
    ({ subscriptionId: of, lowers, state }) =>
      of === subscriptionId && state !== 'withdrawn' && (lowers === 'waiting' || lowers === 'due'),
  );
  if ((billedUnits(record)[subscriptionId] ?? 0) - going.length < 2)
    throw new CallError('INVALID_INPUT', { fields: { alsoReduce: lastDevice } });
  const seen = reducing.find(({ subscriptionId: of }) => of === subscriptionId);
  return reducingWrite(customerId, subscriptionId, seen, now);
}
