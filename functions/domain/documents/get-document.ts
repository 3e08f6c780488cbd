import { CallError } from '#shared/errors';
import type { ExplainedDocument } from '#shared/model/document';
import { reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { downloadAddress } from '../../adapters/documents/archive';
import { cursorOf, findDocument, searchDocuments, type DocumentItem } from '../../adapters/documents/index-table';
import { contentOf } from './document-content';

/** The newest earlier document of the same subscription that was not void; undefined for the first. */
async function documentBefore(item: DocumentItem): Promise<DocumentItem | undefined> {
  const { items } = await searchDocuments(item.userId, { to: item.date, cursor: cursorOf(item) });
  return items.find((one) => one.subscriptionId === item.subscriptionId && one.state !== 'void');
}

/** `20261110_27500円_青山店_ABC-0001.pdf`: day, amount and other party are what a receipt is searched by. */
const fileNameOf = ({ date, amount, storeName, number }: DocumentItem): string =>
  `${date.replaceAll('-', '')}_${amount}円_${storeName.replaceAll(/[\\/:*?"<>|\s]/g, '')}_${number}.pdf`;

/**
 * One of the caller's documents, each line as a sentence. Throws DOCUMENT_NOT_FOUND if the caller has none with this
 * id.
 */
export async function getDocument({ userId }: { userId: string }, id: string): Promise<ExplainedDocument> {
  const item = await findDocument(userId, id);
  if (!item) throw new CallError('DOCUMENT_NOT_FOUND');
  const [content, before] = await Promise.all([contentOf(item), documentBefore(item)]);
  return {
    ...content,
    lines: content.lines.map((line) => ({ ...line, sentence: sentenceOf(line) })),
    previous: before
      ? {
          id: before.id,
          date: before.date,
          amount: before.amount,
          reasons: reasonsFor(content, await contentOf(before)),
        }
      : null,
    pdf: item.pdf === null ? null : await downloadAddress(item.pdf, fileNameOf(item)),
  };
}
