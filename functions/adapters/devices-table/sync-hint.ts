import { isNew } from '../dynamodb/expressions';
import { deleteItem, getItem, putItemIf } from '../dynamodb/items';
import { syncKey, syncSorts } from './keys';
import { devicesTable } from './table';

const key = { pk: syncKey, sk: syncSorts.hint };

/** Leaves the hint that staff have changed records; a hint that waits already stays as it is. `now` in unix seconds. */
export async function leaveHint(now: number): Promise<void> {
  await putItemIf(devicesTable(), key, { hintedAt: now }, isNew);
}

/**
 * Takes the hint away before the records are read, so that a change during the reading leaves another one. Returns
 * whether there was one.
 */
export async function takeHint(): Promise<boolean> {
  if ((await getItem(devicesTable(), key)) === undefined) return false;
  await deleteItem(devicesTable(), key);
  return true;
}
