import { movementCauses, type Movement } from '#shared/model/movement';
import type { MovementItem } from '../../adapters/devices-table/movements';

/** Whether its owner may withdraw it: an end or a change of quantities is taken back where it was made. */
export const isWithdrawable = ({ cause, state, lowers }: Pick<MovementItem, 'cause' | 'state' | 'lowers'>): boolean =>
  state === 'ordered' && movementCauses[cause].requested && lowers !== 'due' && lowers !== 'done';

/** A movement as its owner sees it. */
export const toMovement = (item: MovementItem): Movement => ({
  id: item.movementId,
  receiptNumber: item.receiptNumber,
  kind: item.kind,
  cause: item.cause,
  subscription: item.subscriptionId,
  count: item.count,
  serialNumbers: [...item.serialNumbers],
  promisedBy: item.promisedBy,
  orderedAt: new Date(item.orderedAt * 1000).toISOString(),
  state: item.state,
  parcel: item.parcel ?? null,
  arrivedAt: item.arrivedAt === undefined ? null : new Date(item.arrivedAt * 1000).toISOString(),
  withdrawable: isWithdrawable(item),
  lowers: item.lowers ?? null,
});
