import { isDeepStrictEqual } from 'node:util';
import { leaseSeconds, withinCall } from '#shared/limits';
import { CallError } from '#shared/errors';
import { defaultAccounts, type ExportAccounts, type ExportRequest } from '#shared/model/document-export';
import { clock } from '../../../adapters/clock';
import { newId } from '../../../adapters/ids';
import { daysOfYear, searchDocuments } from '../../../adapters/documents/index-table';
import {
  beginExport,
  listExports,
  readAccounts,
  type ExportItem,
  type UnfinishedExport,
} from '../../../adapters/users-table/document-exports';
import type { Caller } from '../../caller';
import { makeExport } from './make-export';

/** How long an export can be downloaded, in seconds: the bucket removes it after seven days too. */
const lifetime = 7 * 24 * 60 * 60;
/** Exports that a user may have at one time, failed ones too. */
const mostExports = 10;
/** Seconds for which a repeated request returns the export that is there. */
const sameWithin = 5 * 60;
/** Milliseconds of the call's time that are kept for what is under way: a request of S3 may take ten seconds. */
const reserveMs = 11_000;

type Wanted = Omit<ExportRequest, 'accounts'> & { accounts: ExportAccounts };

const isSame = (item: ExportItem, wanted: Wanted, now: number): boolean =>
  item.year === wanted.year &&
  isDeepStrictEqual(item.formats.toSorted(), wanted.formats.toSorted()) &&
  isDeepStrictEqual({ ...item.accounts }, { ...wanted.accounts }) &&
  (item.state === 'working' || (item.state === 'done' && item.createdAt > now - sameWithin));

/** The id of the export that a request asks for, if it is there; throws EXPORT_IN_PROGRESS while another is made. */
function present(exports: readonly ExportItem[], wanted: Wanted): string | undefined {
  const same = exports.find((item) => isSame(item, wanted, clock.seconds()));
  if (!same && exports.some(({ state }) => state === 'working')) throw new CallError('EXPORT_IN_PROGRESS');
  return same?.id;
}

/**
 * Begins the export of a year and makes as much of it as the call's time allows: a small one is done then, the schedule
 * goes on with any other. A repeated request returns the same export. Throws NO_DOCUMENTS, EXPORT_IN_PROGRESS and
 * TOO_MANY_EXPORTS.
 */
export async function createDocumentExport(
  { userId }: Pick<Caller, 'userId'>,
  request: ExportRequest,
): Promise<{ id: string }> {
  const now = clock.seconds();
  const accounts = request.accounts ?? (await readAccounts(userId)) ?? defaultAccounts;
  const wanted: Wanted = { ...request, accounts: { expense: accounts.expense, payable: accounts.payable } };
  const exports = await listExports(userId, now);
  const there = present(exports, wanted);
  if (there !== undefined) return { id: there };
  if (exports.length >= mostExports) throw new CallError('TOO_MANY_EXPORTS');
  const { year, formats } = wanted;
  const { items } = await searchDocuments(userId, daysOfYear(year));
  if (items.length === 0) throw new CallError('NO_DOCUMENTS');
  const id = newId();
  const row: ExportItem = {
    ...wanted,
    id,
    state: 'working',
    progress: { done: 0, total: items.length },
    createdAt: now,
    expiresAt: now + lifetime,
    replaced: 0,
    size: 0,
  };
  const entry: UnfinishedExport = {
    userId,
    exportId: id,
    year,
    formats,
    accounts: wanted.accounts,
    claimedUntil: 0,
    attempts: 0,
  };
  if (!(await beginExport(userId, row, entry))) {
    const first = present(await listExports(userId, now), wanted);
    if (first === undefined) throw new CallError('EXPORT_IN_PROGRESS');
    return { id: first };
  }
  await makeExport(entry, { until: clock.now() + withinCall(reserveMs), claimedUntil: now + leaseSeconds });
  return { id };
}
