import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { disabledUsersKey, onlyItem } from './keys';
import { usersTable } from './table';

/** Where a job's last run stopped in the list that it reads. */
interface JobPlace<T> {
  /** Undefined if the last run reached the end. */
  read: () => Promise<T | undefined>;
  /** Keeps the place where the next run continues; undefined if it begins again. */
  keep: (place: T | undefined) => Promise<void>;
}

function jobPlace<T>(pk: string): JobPlace<T> {
  const key = { pk, sk: onlyItem };
  return {
    read: async () => (await getItem<{ place: T }>(usersTable(), key))?.place,
    keep: (place) => (place === undefined ? deleteItem(usersTable(), key) : putItem(usersTable(), key, { place })),
  };
}

/** In Cognito's list of disabled users. */
export const disabledUsersPlace = jobPlace<string>(disabledUsersKey);
