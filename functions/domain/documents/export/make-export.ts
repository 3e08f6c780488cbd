import { sum } from '#shared/sum';
import { clock } from '../../../adapters/clock';
import { mapWithLimit, partsOf } from '../../../adapters/map-with-limit';
import {
  beginUpload,
  finishUpload,
  partSize,
  putText,
  readText,
  uploadPart,
} from '../../../adapters/documents/exports-bucket';
import {
  claimExport,
  dropExport,
  endExport,
  noteSaved,
  releaseExport,
  showProgress,
  type UnfinishedExport,
} from '../../../adapters/users-table/document-exports';
import { readEmail } from '../../../adapters/users-table/profiles';
import { logger } from '../../../runtime/logger';
import { addressNotice } from '../../notices/address-notice';
import { lastFiles, planYear, readDocument, type ExportWork } from './export-work';
import { exportKeys } from './export-keys';
import { zipFile } from './zip';

/** `gone`: the account was deleted; `left`: time was over, or somebody else makes it. */
export type Outcome = 'done' | 'left' | 'gone' | 'failed';

/** Documents that are read at the same time: each may have a PDF of 5 MB. */
const atOnce = 10;
/** Attempts without progress, after which an export is given up. */
const mostAttempts = 10;
/** How long the mail may wait, in seconds: as long as the export can be downloaded. */
const worthTelling = 7 * 24 * 60 * 60;

/** The work so far, or its beginning. */
async function takeUp(entry: UnfinishedExport): Promise<ExportWork> {
  const keys = exportKeys(entry.userId, entry.exportId);
  if (entry.isSaved) return JSON.parse(await readText(keys.work)) as ExportWork;
  const planned = await planYear(entry.userId, entry.year);
  return { uploadId: await beginUpload(keys.zip), planned, documents: [], entries: [], parts: [], offset: 0 };
}

/**
 * Puts the documents that are not in the ZIP yet into it, part by part; after each part the work is saved. Returns the
 * bytes that are not uploaded yet, or why it stopped.
 */
async function addDocuments(
  work: ExportWork,
  entry: UnfinishedExport,
  until: number,
): Promise<Buffer[] | 'left' | 'gone'> {
  const keys = exportKeys(entry.userId, entry.exportId);
  let waiting: Buffer[] = [];
  let size = 0;
  for (const planned of partsOf(work.planned.slice(work.documents.length), atOnce)) {
    if (clock.now() >= until) return 'left';
    for (const { document, pdf } of await mapWithLimit(atOnce, planned, (one) => readDocument(one, entry))) {
      work.documents.push(document);
      if (!pdf || !document.file) continue;
      const file = zipFile(document.file.name, pdf, work.offset + size);
      work.entries.push(file.entry);
      waiting.push(file.bytes);
      size += file.bytes.length;
    }
    const progress = { done: work.documents.length, total: work.planned.length };
    if (!(await showProgress(entry, progress))) return 'gone';
    if (size < partSize) continue;
    work.parts.push(await uploadPart(keys.zip, work.uploadId, work.parts.length + 1, Buffer.concat(waiting)));
    work.offset += size;
    [waiting, size] = [[], 0];
    await putText(keys.work, JSON.stringify(work));
    await noteSaved(entry);
  }
  return waiting;
}

async function finish(work: ExportWork, entry: UnfinishedExport, waiting: readonly Buffer[]): Promise<Outcome> {
  const { userId, exportId, year } = entry;
  const keys = exportKeys(userId, exportId);
  const rest = sum(waiting.map(({ length }) => length));
  const { bytes, replaced } = lastFiles(work, entry, work.offset + rest);
  await finishUpload(keys.zip, work.uploadId, work.parts, Buffer.concat([...waiting, bytes]));
  const email = await readEmail(userId);
  const total = work.planned.length;
  const isEnded = await endExport(
    entry,
    { state: 'done', progress: { done: total, total }, replaced, size: work.offset + rest + bytes.length },
    email === undefined
      ? undefined
      : {
          kind: 'export-ready',
          exported: { id: exportId, year },
          ...addressNotice({ userId, email }, worthTelling, exportId),
        },
  );
  return isEnded ? 'done' : 'gone';
}

async function continueExport(entry: UnfinishedExport, until: number): Promise<Outcome> {
  const taken = await takeUp(entry);
  const waiting = await addDocuments(taken, entry, until);
  const outcome = typeof waiting === 'string' ? waiting : await finish(taken, entry, waiting);
  if (outcome === 'gone') await dropExport(entry);
  if (outcome === 'left') await releaseExport(entry);
  return outcome;
}

/**
 * Makes an export, or goes on with it, until its time is over; nobody else touches it until `claimedUntil` (unix
 * seconds), by which this run has certainly ended. A failed attempt leaves it to the next run; after {@link
 * mostAttempts} attempts without progress the export has failed, and its owner sees that. Every step may be repeated.
 */
export async function makeExport(
  waiting: UnfinishedExport,
  { until, claimedUntil }: { until: number; claimedUntil: number },
): Promise<Outcome> {
  const entry = await claimExport(waiting, clock.seconds(), claimedUntil);
  if (!entry) return 'left';
  const { userId, exportId } = entry;
  if (entry.attempts > mostAttempts) {
    logger.error('an export was given up', { userId, exportId });
    if (!(await endExport(entry, { state: 'failed' }))) await dropExport(entry);
    return 'failed';
  }
  try {
    return await continueExport(entry, until);
  } catch (error) {
    logger.error('an export could not be made', { userId, exportId, error: error as Error });
    await releaseExport(entry).catch(() => undefined); // else the claim ends by itself
    return 'failed';
  }
}
