import { getItems } from '../dynamodb/batch';
import { queryPage } from '../dynamodb/query';
import type { ShopItem, SnapshotItem } from './items';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** The smallest key after a shop's own: no id has a space. */
const behind = (customerId: string): string => `${sortKeys.shop(customerId)} `;

/**
 * A page of a user's shops with their snapshots, in the order of the shops' ids, from after the shop `after` on.
 * Strongly consistent.
 */
export async function readShopPage(
  userId: string,
  after: string | undefined,
  most: number,
): Promise<{ shops: ShopItem[]; snapshots: SnapshotItem[] }> {
  const pk = userKey(userId);
  const from = after === undefined ? sortKeys.shop('') : behind(after);
  const shops = await queryPage<ShopItem>(usersTable(), { pk, from, to: sortKeys.shop('\uffff') }, most);
  const keys = shops.map(({ customerId }) => ({ pk, sk: sortKeys.snapshot(customerId) }));
  return { shops, snapshots: await getItems<SnapshotItem>(usersTable(), keys) };
}
