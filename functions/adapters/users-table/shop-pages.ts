import { getItems } from '../dynamodb/batch';
import { queryPage } from '../dynamodb/query';
import type { ShopItem, SnapshotItem } from './items';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** The first of a user's shops in the order of their ids, at most `most`. Strongly consistent. */
export const readFirstShops = (userId: string, most: number): Promise<ShopItem[]> =>
  queryPage(usersTable(), { pk: userKey(userId), from: sortKeys.shop(''), to: sortKeys.shop('\uffff') }, most);

/** The smallest key after a shop's own: no id has a space. */
const behind = (customerId: string): string => `${sortKeys.shop(customerId)} `;

/**
 * A page of a user's shops with their snapshots, in the order of the shops' ids, from after the shop `after` on.
 * Strongly consistent by default; otherwise the snapshots are as of a moment ago, for half the read units.
 */
export async function readShopPage(
  userId: string,
  after: string | undefined,
  most: number,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<{ shops: ShopItem[]; snapshots: SnapshotItem[] }> {
  const pk = userKey(userId);
  const from = after === undefined ? sortKeys.shop('') : behind(after);
  const shops = await queryPage<ShopItem>(usersTable(), { pk, from, to: sortKeys.shop('\uffff') }, most);
  const keys = shops.map(({ customerId }) => ({ pk, sk: sortKeys.snapshot(customerId) }));
  return { shops, snapshots: await getItems<SnapshotItem>(usersTable(), keys, { consistent }) };
}
