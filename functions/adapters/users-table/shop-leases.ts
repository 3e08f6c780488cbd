import { deleteItemIf, putItemIf } from '../dynamodb/items';
import { usersTable } from './table';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.shopLease(customerId) });

/**
 * Takes the lease of a shop for `holder` until `untilMs`; returns false if another holder has it. Taking one's own
 * lease again extends it. Times in unix milliseconds.
 */
export const takeShopLease = (
  userId: string,
  customerId: string,
  holder: string,
  nowMs: number,
  untilMs: number,
): Promise<boolean> =>
  putItemIf(
    usersTable(),
    keyOf(userId, customerId),
    { holder, leaseUntil: untilMs, expiresAt: Math.ceil(untilMs / 1000) },
    {
      if: 'attribute_not_exists(pk) OR leaseUntil <= :now OR holder = :holder',
      values: { now: nowMs, holder },
    },
  );

/** Releases the lease; does nothing if another holder has it by now. */
export async function releaseShopLease(userId: string, customerId: string, holder: string): Promise<void> {
  await deleteItemIf(usersTable(), keyOf(userId, customerId), { if: 'holder = :holder', values: { holder } });
}
