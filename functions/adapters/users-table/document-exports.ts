import type { DocumentExport } from '#shared/model/document-export';
import { getItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { putWrite, updateWrite, writeAll, type Write } from '../dynamodb/transaction';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** An export of a user's documents; `expiresAt` is also the item's TTL. */
export type ExportItem = Omit<DocumentExport, 'state'> & { state: 'working' | 'done' };

const keyOf = (userId: string, id: string) => ({ pk: userKey(userId), sk: sortKeys.documentExport(id) });

/** The user's exports that have not expired, newest first. `now` in unix seconds. */
export async function listExports(userId: string, now: number): Promise<ExportItem[]> {
  const beginning = sortKeys.documentExport('');
  const items = await queryRange<ExportItem>(usersTable(), { pk: userKey(userId), beginning });
  return items.filter(({ expiresAt }) => expiresAt > now).toSorted((left, right) => right.createdAt - left.createdAt);
}

/** One of the user's exports; undefined if they have none with this id, or it has expired. */
export async function findExport(userId: string, id: string, now: number): Promise<ExportItem | undefined> {
  const item = await getItem<ExportItem>(usersTable(), keyOf(userId, id));
  return item && item.expiresAt > now ? item : undefined;
}

/**
 * Begins an export, anew if there is one of its period, and enqueues the task that makes it, in one transaction. False
 * if the one that is there was begun after `replaced` (unix seconds).
 */
export const beginExport = (userId: string, item: ExportItem, replaced: number, task: Write): Promise<boolean> =>
  writeAll([
    putWrite(usersTable(), keyOf(userId, item.id), item, {
      if: 'attribute_not_exists(pk) OR createdAt <= :replaced',
      values: { replaced },
    }),
    task,
  ]);

/**
 * Ends an export that was begun at `createdAt`, once, and tells its owner: one transaction. False if the account was
 * deleted, or the export was ended or begun anew.
 */
export const endExport = (
  userId: string,
  { id, createdAt }: Pick<ExportItem, 'id' | 'createdAt'>,
  size: number,
  notice: Write | undefined,
): Promise<boolean> =>
  writeAll([
    updateWrite(usersTable(), keyOf(userId, id), {
      set: { state: 'done', size },
      if: 'createdAt = :createdAt AND #state = :working',
      values: { createdAt, working: 'working' },
    }),
    ...(notice ? [notice] : []),
  ]);
