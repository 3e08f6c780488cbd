import { readMovements, type MovementItem } from '../../adapters/devices-table/movements';
import type { Caller } from '../caller';

/** The longest id of a movement, in characters. */
const longestId = 200;

/** A movement of one of the caller's shops by its id; undefined if there is none. */
export async function findMovement(
  { shops }: Pick<Caller, 'shops'>,
  movementId: string,
): Promise<MovementItem | undefined> {
  if (movementId === '' || movementId.length > longestId) return undefined;
  return (await readMovements(shops.map(({ customerId }) => ({ customerId, movementId })))).get(movementId);
}
