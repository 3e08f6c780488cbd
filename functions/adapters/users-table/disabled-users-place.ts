import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { disabledUsersKey, onlyItem } from './keys';
import { usersTable } from './table';

const key = { pk: disabledUsersKey, sk: onlyItem };

/** Where the last run stopped in Cognito's list of disabled users; undefined if it reached the end. */
export const readPlace = async (): Promise<string | undefined> =>
  (await getItem<{ place: string }>(usersTable(), key))?.place;

/** Keeps the place where the next run continues; undefined if it begins again. */
export async function keepPlace(place: string | undefined): Promise<void> {
  if (place === undefined) await deleteItem(usersTable(), key);
  else await putItem(usersTable(), key, { place });
}
