import { isOpen, movementStatesBefore, type MovementState } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import { changeWrite, readMovements, reductionWrite, type MovementItem } from '../../adapters/devices-table/movements';
import { transact } from '../../adapters/dynamodb/transaction';
import type { RequestRecord } from '../../adapters/records/to-items';

/** What the staff's stage in a movement's record means; any other stage leaves the movement as it is. */
const stateOfStage: Readonly<Record<string, MovementState>> = {
  箱発送: 'box-sent',
  輸送中: 'on-its-way',
  到着: 'arrived',
  完了: 'closed',
  取消: 'withdrawn',
};

/** Whether the staff's news moves a movement on; they may withdraw whatever is not closed. */
const moves = (movement: MovementItem, state: MovementState): boolean =>
  state === 'withdrawn' ? isOpen(movement) : movementStatesBefore(state).includes(movement.state);

/**
 * Moves a movement on by the staff's news, forward only. A return that lowers the contract when it arrives is due from
 * then on. Returns whether anything changed.
 */
async function moveMovement(movement: MovementItem, state: MovementState): Promise<boolean> {
  if (!moves(movement, state)) return false;
  const now = clock.seconds();
  const isDue = movement.lowers === 'waiting' && (state === 'arrived' || state === 'closed');
  const { written } = await transact([
    changeWrite(movement, { state, movedAt: now, ...(isDue && { lowers: 'due' }) }),
    ...(isDue ? [reductionWrite(movement, now)] : []),
  ]);
  return written;
}

/** Moves movements on by the staff's records of them; returns how many changed. */
export async function applyMovements(
  records: readonly Pick<RequestRecord, 'requestId' | 'customerId' | 'stage'>[],
): Promise<number> {
  const named = records.flatMap(({ requestId, customerId, stage }) =>
    customerId !== null && stage !== null && stateOfStage[stage] ? [{ movementId: requestId, customerId, stage }] : [],
  );
  const known = await readMovements(named);
  let changed = 0;
  for (const { movementId, stage } of named) {
    const [movement, state] = [known.get(movementId), stateOfStage[stage]];
    if (movement && state && (await moveMovement(movement, state))) changed += 1;
  }
  return changed;
}

/**
 * Ends the movement of a return or exchange: `closed` when its device came back, `withdrawn` when the staff deleted its
 * record. Does nothing if there is none.
 */
export async function endMovement(
  named: Pick<MovementItem, 'customerId' | 'movementId'>,
  state: 'closed' | 'withdrawn',
): Promise<void> {
  const movement = (await readMovements([named])).get(named.movementId);
  if (movement) await moveMovement(movement, state);
}
