import { deleteItemIf, putItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { unpreviewedKey } from './keys';
import { usersTable } from './table';

/** The outbox of shops whose next charge may have changed. */
export interface UnpreviewedShop {
  userId: string;
  customerId: string;
  /** Unix milliseconds; a later change replaces it, so that many events at once cost one preview. */
  enqueuedAtMs: number;
}

const keyOf = (customerId: string) => ({ pk: unpreviewedKey, sk: customerId });

export const enqueuePreview = (shop: UnpreviewedShop): Promise<void> =>
  putItem(usersTable(), keyOf(shop.customerId), shop);

/** All entries, in the order of the customers' ids. */
export const listUnpreviewed = (): Promise<UnpreviewedShop[]> =>
  queryRange<UnpreviewedShop>(usersTable(), { pk: unpreviewedKey });

/** Removes an entry, unless a later change has replaced it. */
export async function removeUnpreviewed({ customerId, enqueuedAtMs }: UnpreviewedShop): Promise<void> {
  await deleteItemIf(usersTable(), keyOf(customerId), {
    if: 'enqueuedAtMs = :enqueuedAtMs',
    values: { enqueuedAtMs },
  });
}
