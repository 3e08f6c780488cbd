import type { DocumentExport, ExportAccounts } from '#shared/model/document-export';
import { exists, isNew } from '../dynamodb/expressions';
import { deleteItemIf, getItem, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { deleteWrite, putWrite, updateWrite, writeAll } from '../dynamodb/transaction';
import { sortKeys, unfinishedExportsKey, userKey } from './keys';
import { noticeWrite, type NoticeItem } from './notices';
import { usersTable } from './table';

/** An export as its owner sees it, with what was asked for; `expiresAt` is also the item's TTL. */
export interface ExportItem extends DocumentExport {
  accounts: ExportAccounts;
}

/** An export that is to be made: one for each user at a time. Times in unix seconds. */
export interface UnfinishedExport {
  userId: string;
  exportId: string;
  year: number;
  formats: DocumentExport['formats'];
  accounts: ExportAccounts;
  /** A run or a call works on it until this time. */
  claimedUntil: number;
  /** How often it was tried since its last progress. */
  attempts: number;
  /** The work so far is saved in S3. */
  isSaved?: boolean;
}

const rowKey = (userId: string, id: string) => ({ pk: userKey(userId), sk: sortKeys.documentExport(id) });
const entryKey = (userId: string) => ({ pk: unfinishedExportsKey, sk: userId });
const accountsKey = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.exportAccounts });

/** The user's exports that have not expired, newest first. `now` in unix seconds. */
export async function listExports(userId: string, now: number): Promise<ExportItem[]> {
  const beginning = sortKeys.documentExport('');
  const items = await queryRange<ExportItem>(usersTable(), { pk: userKey(userId), beginning });
  return items.filter(({ expiresAt }) => expiresAt > now).toSorted((left, right) => right.createdAt - left.createdAt);
}

/** One of the user's exports; undefined if they have none with this id, or it has expired. */
export async function findExport(userId: string, id: string, now: number): Promise<ExportItem | undefined> {
  const item = await getItem<ExportItem>(usersTable(), rowKey(userId, id));
  return item && item.expiresAt > now ? item : undefined;
}

/** The names of accounts that the user chose last; undefined if they never did. */
export const readAccounts = (userId: string): Promise<ExportAccounts | undefined> =>
  getItem<ExportAccounts>(usersTable(), accountsKey(userId));

/** Begins an export and keeps its names of accounts; false if the user has another one that is not finished. */
export const beginExport = (userId: string, row: ExportItem, entry: UnfinishedExport): Promise<boolean> =>
  writeAll([
    putWrite(usersTable(), entryKey(userId), entry, isNew),
    putWrite(usersTable(), rowKey(userId, row.id), row),
    putWrite(usersTable(), accountsKey(userId), row.accounts),
  ]);

/** All exports that are to be made. */
export const listUnfinishedExports = (): Promise<UnfinishedExport[]> =>
  queryRange<UnfinishedExport>(usersTable(), { pk: unfinishedExportsKey });

const isThis = (exportId: string) => ({ if: 'exportId = :exportId', values: { exportId } });

/** Claims an export until a time and counts the attempt; undefined if it is claimed already or finished. */
export const claimExport = (
  { userId, exportId }: UnfinishedExport,
  now: number,
  until: number,
): Promise<UnfinishedExport | undefined> =>
  updateItemIf<UnfinishedExport>(usersTable(), entryKey(userId), {
    set: { claimedUntil: until },
    assign: ['attempts = attempts + :one'],
    if: 'exportId = :exportId AND claimedUntil <= :now',
    values: { exportId, now, one: 1 },
  });

/** Leaves an export to the next run. */
export async function releaseExport({ userId, exportId }: UnfinishedExport): Promise<void> {
  await updateItemIf(usersTable(), entryKey(userId), { set: { claimedUntil: 0 }, ...isThis(exportId) });
}

/** Notes that the work so far is saved; the count of attempts begins again. */
export async function noteSaved({ userId, exportId }: UnfinishedExport): Promise<void> {
  await updateItemIf(usersTable(), entryKey(userId), { set: { isSaved: true, attempts: 0 }, ...isThis(exportId) });
}

/** Shows how far an export has got; false if its owner's account was deleted. */
export const showProgress = async (
  { userId, exportId }: UnfinishedExport,
  progress: DocumentExport['progress'],
): Promise<boolean> =>
  (await updateItemIf(usersTable(), rowKey(userId, exportId), { set: { progress }, ...exists })) !== undefined;

/**
 * Ends an export, once: its owner sees the outcome and is told by the notice, all in one transaction. False if the
 * account was deleted.
 */
export const endExport = (
  { userId, exportId }: UnfinishedExport,
  outcome: Pick<DocumentExport, 'state'> & Partial<Pick<DocumentExport, 'progress' | 'replaced' | 'size'>>,
  notice?: NoticeItem,
): Promise<boolean> =>
  writeAll([
    updateWrite(usersTable(), rowKey(userId, exportId), { set: outcome, ...exists }),
    deleteWrite(usersTable(), entryKey(userId), isThis(exportId)),
    ...(notice ? [noticeWrite(notice)] : []),
  ]);

/** Forgets an export whose owner's account was deleted. */
export async function dropExport({ userId, exportId }: UnfinishedExport): Promise<void> {
  await deleteItemIf(usersTable(), entryKey(userId), isThis(exportId));
}
