import { movementCauses } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import type { Write } from '../../adapters/dynamodb/transaction';
import type { LockItem } from '../../adapters/devices-table/items';
import type { MovementItem } from '../../adapters/devices-table/movements';
import { moveRequest } from '../../adapters/devices-table/requests';
import type { RequestRecord } from '../../adapters/records/to-items';
import { stateAtStage, statesBefore } from './device-lock';

type Named = Pick<LockItem, 'serialNumber' | 'requestedAt' | 'requestId'>;

/**
 * Ends a request and, if the device's lock is still this request's, the lock (see endsRequest for when a mirrored
 * device does so). Safe to repeat. Returns whether anything changed.
 */
export const endRequest = (named: Named, state: 'done' | 'cancelled', also: readonly Write[] = []): Promise<boolean> =>
  moveRequest(named, { state, from: statesBefore(state), unlockAt: clock.seconds(), also });

/**
 * Ends the device request of a withdrawn return or exchange, and so frees its device, together with `also`. Returns
 * whether that was written: not for other movements, and not if the request has ended.
 */
export async function endRequestOf(movement: MovementItem, also: readonly Write[] = []): Promise<boolean> {
  const { movementId: requestId, cause, orderedAt: requestedAt } = movement;
  const [serialNumber] = movement.serialNumbers;
  if (serialNumber === undefined || !movementCauses[cause].requested) return false;
  return endRequest({ serialNumber, requestedAt, requestId }, 'cancelled', also);
}

/**
 * Moves a request to the stage that the staff set in its record: 対応中 is in_work; 完了 and 取消 end it and the lock. It
 * never moves back, so the order in which the records are read does not matter. Safe to repeat. Returns whether
 * anything changed. `also` is written in the same transaction.
 */
export async function moveToStage(
  named: Named,
  stage: RequestRecord['stage'],
  also: readonly Write[] = [],
): Promise<boolean> {
  const state = stateAtStage(stage);
  if (state === 'done' || state === 'cancelled') return endRequest(named, state, also);
  // The delivery itself sets `delivered`, once the request has reached the staff in both ways.
  return state === 'delivered' ? false : moveRequest(named, { state, from: statesBefore(state), also });
}
