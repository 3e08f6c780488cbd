import type { DocumentExport } from '#shared/model/document';
import { getItem } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, updateWrite, writeAll, type Write } from '#functions/platform/dynamodb/transaction';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';

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

/** The write that begins an export, in place of one that was begun at `replaced` (unix seconds) or before. */
export const exportWrite = (userId: string, item: ExportItem, replaced: number): Write =>
  putWrite(usersTable(), keyOf(userId, item.id), item, {
    if: 'attribute_not_exists(pk) OR createdAt <= :replaced',
    values: { replaced },
  });

/** Ends an export begun at `createdAt`, once, and tells its owner. False if account or export are others by now. */
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
