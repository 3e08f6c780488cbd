import { customerOfMovement, readMovement, type MovementItem } from '../../adapters/devices-table/movements';
import { findRequest } from '../../adapters/devices-table/requests';
import { readOwnedShop, type OwnedShop } from '../../adapters/users-table/shops';
import { nobody } from './owns-resource';

/** The longest id of a movement, in characters. */
const longestId = 200;

/** The shop of a movement by its id; that of a return or exchange is in its device request, whose id it has. */
const shopOf = async (movementId: string): Promise<string | undefined> =>
  customerOfMovement(movementId) ?? (await findRequest(movementId, { consistent: true }))?.customerId;

/** A movement of one of the user's shops by its id, with the shop; undefined if there is none. */
export async function findMovement(
  userId: string,
  movementId: string,
): Promise<{ movement: MovementItem; owned: OwnedShop } | undefined> {
  if (movementId === '' || movementId.length > longestId) return undefined;
  const customerId = await shopOf(movementId);
  const owned = await readOwnedShop(userId, customerId ?? nobody);
  const movement = owned && (await readMovement({ customerId: owned.shop.customerId, movementId }));
  return movement && { movement, owned };
}
