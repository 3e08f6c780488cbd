import { clock } from '../../adapters/clock';
import type { LockItem } from '../../adapters/devices-table/items';
import { moveRequest } from '../../adapters/devices-table/requests';
import { stateAtStage, statesBefore } from './device-lock';

type Named = Pick<LockItem, 'serialNumber' | 'requestedAt' | 'requestId'>;

/**
 * Ends a request and, if the device's lock is still this request's, the lock (see endsRequest for when a mirrored
 * device does so). Safe to repeat. Returns whether anything changed.
 */
export const endRequest = (named: Named): Promise<boolean> =>
  moveRequest(named, { state: 'done', from: statesBefore('done'), unlockAt: clock.seconds() });

/**
 * Moves a request to the stage that the staff set in its record: 対応中 is in_work; 完了 is done and ends the lock. It never
 * moves back, so the order in which the records are read does not matter. Safe to repeat. Returns whether anything
 * changed.
 */
export async function moveToStage(named: Named, stage: string | null): Promise<boolean> {
  const state = stateAtStage(stage);
  if (state === 'done') return endRequest(named);
  // The delivery itself sets `delivered`, once the request has reached the staff in both ways.
  return state === 'delivered' ? false : moveRequest(named, { state, from: statesBefore(state) });
}
