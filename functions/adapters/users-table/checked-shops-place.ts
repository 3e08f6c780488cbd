import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { checkedShopsKey, onlyItem } from './keys';
import type { ScanPlace } from './shop-ages';
import { usersTable } from './table';

const key = { pk: checkedShopsKey, sk: onlyItem };

/** Where the last run of check-shops stopped; undefined if it reached the end. */
export const readCheckedPlace = async (): Promise<ScanPlace | undefined> =>
  (await getItem<{ place: ScanPlace }>(usersTable(), key))?.place;

/** Keeps the place where the next run continues; undefined if it begins again. */
export async function keepCheckedPlace(place: ScanPlace | undefined): Promise<void> {
  if (place === undefined) await deleteItem(usersTable(), key);
  else await putItem(usersTable(), key, { place });
}
