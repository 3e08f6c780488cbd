import { queryRange } from '../dynamodb/query';
import type { ProfileItem, SessionItem, ShopItem, SnapshotItem, UserPartition } from './items';
import { ranges, sortKeys, userKey } from './keys';
import { usersTable } from './table';

type Item = (ProfileItem | SessionItem | ShopItem | SnapshotItem) & { sk: string };

/**
 * Reads session, profile and shops of a user in one query, strongly consistent, so that an ended session is refused at
 * once; with `snapshots` also the snapshots of the shops. More than one request only if the result exceeds DynamoDB's
 * page of 1 MB.
 */
export async function readPartition(userId: string, reach: keyof typeof ranges): Promise<UserPartition> {
  const [from, to] = ranges[reach];
  const items = await queryRange<Item>(usersTable(), { pk: userKey(userId), from, to });
  const below = (beginning: string) => items.filter(({ sk }) => sk.startsWith(beginning));
  return {
    // The item of a user who never signed in or is deleted has no user id (epochs.ts).
    profile: items.find((item) => item.sk === sortKeys.profile && 'userId' in item) as ProfileItem | undefined,
    sessions: below(sortKeys.session('')) as SessionItem[],
    shops: below(sortKeys.shop('')) as ShopItem[],
    snapshots: below(sortKeys.snapshot('')) as SnapshotItem[],
  };
}
