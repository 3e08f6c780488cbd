import * as z from 'zod/mini';
import { CallError } from '#shared/errors';
import { monthsOf, type DocumentExport, type ExportList, type ExportRequest } from '#shared/model/document-export';
import type { ExportMonths, OpenedExport } from '#shared/model/document-export';
import { clock } from '../../adapters/clock';
import { cursorOf, searchDocuments, type IndexedDocument } from '../../adapters/documents/documents-table';
import { exportAddress } from '../../adapters/documents/exports-bucket';
import { beginExport, findExport, listExports, type ExportItem } from '../../adapters/users-table/document-exports';
import { defineTask } from '../../platform/tasks';
import type { Caller } from '../caller';

/** How long an export can be downloaded, in seconds: the bucket removes it after seven days too. */
export const lifetime = 7 * 24 * 60 * 60;
/** Exports that a user may have at one time. */
const mostExports = 10;
/** Documents of one export: their PDFs are loaded within the time of a task, and are in its memory at once. */
const mostDocuments = 800;
/** Seconds for which a repeated request returns the export that is there: one that is done, and one that is made. */
const sameWithin = { done: 5 * 60, working: 60 * 60 };

/** An export that was begun: a user's exports are made one after the other. */
export const makeExportTask = defineTask(
  'make-export',
  z.object({ userId: z.string(), id: z.string() }),
  ({ userId }) => userId,
);

const stateOf = ({ state, createdAt }: ExportItem): DocumentExport['state'] =>
  state === 'working' && createdAt <= clock.seconds() - sameWithin.working ? 'failed' : state;

/** The user's documents of some months, oldest first; one more than an export may have says that there are too many. */
export async function documentsOf(userId: string, { from, to }: ExportMonths): Promise<IndexedDocument[]> {
  const found: IndexedDocument[] = [];
  let cursor: string | undefined;
  while (found.length <= mostDocuments) {
    const { items, isLast } = await searchDocuments(userId, { from: `${from}-01`, to: `${to}-31`, cursor });
    found.push(...items);
    const last = items.at(-1);
    if (isLast || !last) break;
    cursor = cursorOf(last);
  }
  return found.slice(0, mostDocuments + 1).toReversed();
}

export const zipKey = (userId: string, id: string): string => `${userId}/${id}.zip`;

/**
 * Begins the export of some months; a repeated request returns the same one. Throws NO_DOCUMENTS, TOO_MANY_DOCUMENTS
 * and TOO_MANY_EXPORTS.
 */
export async function createDocumentExport(
  { userId }: Pick<Caller, 'userId'>,
  request: ExportRequest,
): Promise<{ id: string }> {
  const now = clock.seconds();
  const { from, to } = monthsOf(request);
  const id = `${from}_${to}`;
  const exports = await listExports(userId, now);
  const present = exports.find((item) => item.id === id);
  const replaced = now - sameWithin[present?.state ?? 'done'];
  if (present && present.createdAt > replaced) return { id };
  if (!present && exports.length >= mostExports) throw new CallError('TOO_MANY_EXPORTS');
  const { length: count } = await documentsOf(userId, { from, to });
  if (count === 0) throw new CallError('NO_DOCUMENTS');
  if (count > mostDocuments) throw new CallError('TOO_MANY_DOCUMENTS');
  const item: ExportItem = {
    id,
    from,
    to,
    state: 'working',
    count,
    createdAt: now,
    expiresAt: now + lifetime,
    size: 0,
  };
  const task = makeExportTask.write({ userId, id }, { id: `make-export-${userId}-${id}` });
  // If another request was faster, it is its export.
  await beginExport(userId, item, replaced, task);
  return { id };
}

/** The caller's exports, newest first. */
export async function listDocumentExports({ userId }: Pick<Caller, 'userId'>): Promise<ExportList> {
  const exports = await listExports(userId, clock.seconds());
  return { exports: exports.map((item) => ({ ...item, state: stateOf(item) })) };
}

/** One of the caller's exports, with an address of its ZIP once it is done. Throws EXPORT_NOT_FOUND. */
export async function getDocumentExport({ userId }: Pick<Caller, 'userId'>, id: string): Promise<OpenedExport> {
  const item = await findExport(userId, id, clock.seconds());
  if (!item) throw new CallError('EXPORT_NOT_FOUND');
  const link = item.state === 'done' ? await exportAddress(zipKey(userId, id), `Revonizer_${id}.zip`) : null;
  return { ...item, state: stateOf(item), link };
}
