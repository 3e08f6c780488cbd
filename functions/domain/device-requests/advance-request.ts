import { clock } from '../../adapters/clock';
import type { LockItem } from '../../adapters/devices-table/items';
import { moveRequest } from '../../adapters/devices-table/requests';
import { stateAtStage, statesBefore } from './device-lock';

type Named = Pick<LockItem, 'serialNumber' | 'requestedAt' | 'requestId'>;

/**
 * Ends a request, and its device's lock where that is still this request's (see endsRequest for when a mirrored device
 * says so). Safe to repeat. Answers whether that was news.
 */
export const endRequest = (named: Named): Promise<boolean> =>
  moveRequest(named, { state: 'done', from: statesBefore('done'), unlockAt: clock.seconds() });

/**
 * Moves a request on to what the staff set in its record: 対応中 is in_work, 完了 is done and ends the lock. It never goes
 * back, whatever order the records are read in. Safe to repeat. Answers whether that was news.
 */
export async function moveToStage(named: Named, stage: string | null): Promise<boolean> {
  const state = stateAtStage(stage);
  if (state === 'done') return endRequest(named);
  // That it arrived is known here, when it has arrived in both ways.
  return state === 'delivered' ? false : moveRequest(named, { state, from: statesBefore(state) });
}
