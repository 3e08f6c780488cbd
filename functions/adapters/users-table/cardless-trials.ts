import { isDeepStrictEqual } from 'node:util';
import { queryRange } from '../dynamodb/query';
import { deleteWrite, putWrite, type Write } from '../dynamodb/transaction';
import type { SnapshotItem } from './items';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/**
 * A shop with trials that no card would pay after their end: the number of devices by subscription. Such shops are few,
 * so those of an owner are counted without reading the others (decision 069).
 */
interface CardlessItem {
  customerId: string;
  devices: Record<string, number>;
}

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.cardless(customerId) });

/** The shops of a user that have such trials, strongly consistent. */
export const listCardless = (userId: string): Promise<CardlessItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.cardless('') });

/**
 * The additional writes of the transaction that keeps a snapshot, if its trials differ from those of the one before.
 */
export function cardlessWrites(
  userId: string,
  { customerId, cardless = {} }: Pick<SnapshotItem, 'customerId' | 'cardless'>,
  seen: Pick<SnapshotItem, 'cardless'> = {},
): Write[] {
  if (isDeepStrictEqual(cardless, seen.cardless ?? {})) return [];
  const key = keyOf(userId, customerId);
  return Object.keys(cardless).length === 0
    ? [deleteWrite(usersTable(), key)]
    : [putWrite(usersTable(), key, { customerId, devices: cardless })];
}

/** The write for a shop that is removed. */
export const forgetCardlessWrite = (userId: string, customerId: string): Write =>
  deleteWrite(usersTable(), keyOf(userId, customerId));
