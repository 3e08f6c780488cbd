import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requireEnv } from '#functions/platform/environment';
import { clock } from '#functions/platform/clock';
import {
  type DocumentExport,
  monthsOf,
  type ExportList,
  type ExportRequest,
  type ExportMonths,
  type OpenedExport,
} from '#shared/model/document';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import * as z from 'zod/mini';
import { CallError } from '#shared/errors';
import { cursorOf, searchDocuments, type IndexedDocument } from './documents-table';
import { exportWrite, findExport, listExports, type ExportItem } from './exports-table';
import { defineTask } from '#functions/platform/tasks';
import type { Caller } from '#functions/http/caller';
import { consume } from '#functions/limits/limits';

/** One client for each container. Endpoint, region and credentials are the SDK's own settings. */
const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/** How long a presigned address of an export works, in seconds. */
const openFor = 300;

/** The exports that owners download: objects that the bucket removes after seven days. */
const at = (key: string) => ({ Bucket: requireEnv('EXPORTS_BUCKET'), Key: key });

/** Keeps a ZIP, in place of the one before. */
export async function putExport(key: string, zip: Uint8Array): Promise<void> {
  await s3.send(new PutObjectCommand({ ...at(key), Body: zip, ContentType: 'application/zip' }));
}

/** An address at which a browser downloads an export under a name (RFC 6266); it works for five minutes. */
const exportAddress = (key: string, fileName: string): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      ...at(key),
      ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
    { expiresIn: openFor, signingDate: new Date(clock.now()) },
  );

/** How long an export can be downloaded, in seconds: the bucket removes it after seven days too. */
export const lifetime = 7 * 24 * 60 * 60;
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

/** Begins the export of some months. Safe to repeat. Throws NO_DOCUMENTS and TOO_MANY_DOCUMENTS. */
export async function createDocumentExport(
  { userId }: Pick<Caller, 'userId'>,
  request: ExportRequest,
): Promise<{ id: string }> {
  const now = clock.seconds();
  const { from, to } = monthsOf(request);
  const id = `${from}_${to}`;
  const present = await findExport(userId, id, now);
  const replaced = now - sameWithin[present?.state ?? 'done'];
  if (present && present.createdAt > replaced) return { id };
  const { length: count } = await documentsOf(userId, { from, to });
  if (count === 0) throw new CallError('NO_DOCUMENTS');
  if (count > mostDocuments) throw new CallError('TOO_MANY_DOCUMENTS');
  await consume({ kind: 'export', of: { user: userId } });
  const begun = { state: 'working', count, createdAt: now, expiresAt: now + lifetime, size: 0 } as const;
  const item: ExportItem = { id, from, to, ...begun };
  // If another request was faster, it is its export.
  const task = makeExportTask.write({ userId, id }, { id: `make-export-${userId}-${id}` });
  await writeAll([exportWrite(userId, item, replaced), task]);
  return { id };
}

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
