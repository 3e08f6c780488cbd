import { createHash } from 'node:crypto';
import { exportFormats } from '#shared/model/document-export';
import { sum } from '#shared/sum';
import { readBytes } from '../../../adapters/documents/archive';
import { readYear, type DocumentItem } from '../../../adapters/documents/index-table';
import type { UploadedPart } from '../../../adapters/documents/exports-bucket';
import type { UnfinishedExport } from '../../../adapters/users-table/document-exports';
import { contentOf } from '../document-content';
import { accountingFiles } from './accounting-files';
import { exportedDocument, type ExportedDocument } from './exported-document';
import { indexFile, pdfName } from './index-file';
import { zipEnd, zipFile, type ZipEntry } from './zip';

/** A document that goes into an export: where the archive has it. */
type Planned = Pick<DocumentItem, 'content' | 'pdf'>;

/** The work on an export as far as its ZIP is uploaded; it is kept in S3, so that another run goes on there. */
export interface ExportWork {
  uploadId: string;
  /** All documents of the year, oldest first, as they stood when the export began. */
  planned: Planned[];
  /** Those that are in the ZIP. */
  documents: ExportedDocument[];
  entries: ZipEntry[];
  parts: UploadedPart[];
  /** Bytes uploaded so far. */
  offset: number;
}

/** Requests of the index, of 500 documents each: the state of more would be too large, and no owner has them. */
const mostRequests = 20;

/** The documents of a user that were issued in a calendar year in Japan, oldest first. Throws if there are too many. */
export async function planYear(userId: string, year: number): Promise<Planned[]> {
  const { items, isComplete } = await readYear(userId, year, mostRequests);
  if (!isComplete) throw new RangeError(`An export has more documents than ${mostRequests} requests find`);
  return items.map(({ content, pdf }) => ({ content, pdf })).toReversed();
}

/** A document with its file, as the ZIP gets it. */
export interface ReadDocument {
  document: ExportedDocument;
  pdf: Buffer | null;
}

/** Reads a document from the archive, with its PDF if the export has PDFs. */
export async function readDocument(planned: Planned, { formats }: UnfinishedExport): Promise<ReadDocument> {
  const [content, pdf] = await Promise.all([
    contentOf(planned),
    planned.pdf !== null && formats.includes('pdf') ? readBytes(planned.pdf) : null,
  ]);
  const file = pdf && {
    name: `請求書・領収書/${pdfName(content)}`,
    sha256: createHash('sha256').update(pdf).digest('hex'),
  };
  return { document: exportedDocument(content, file), pdf };
}

/** The files that stand behind the PDFs in the ZIP, and the ZIP's end. */
export function lastFiles({ documents, entries }: ExportWork, entry: UnfinishedExport, offset: number) {
  const { year, formats, accounts } = entry;
  const programs = exportFormats
    .filter((format) => format !== 'pdf')
    .filter((format) => formats.includes(format))
    .map((format) => accountingFiles(format, year, accounts, documents));
  const made = programs.flat();
  const files = [{ name: `索引_${year}.csv`, content: indexFile(documents) }, ...made];
  const all = [...entries];
  const bytes: Buffer[] = [];
  let end = offset;
  for (const { name, content } of files) {
    const file = zipFile(name, content, end);
    all.push(file.entry);
    bytes.push(file.bytes);
    end += file.bytes.length;
  }
  return {
    bytes: Buffer.concat([...bytes, zipEnd(all, end)]),
    replaced: Math.max(0, ...programs.map((parts) => sum(parts.map(({ replaced }) => replaced)))),
  };
}
