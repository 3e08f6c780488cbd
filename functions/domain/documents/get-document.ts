import { CallError } from '#shared/errors';
import type { DocumentContent, ExplainedDocument } from '#shared/model/document';
import { coversPeriod, reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { downloadAddress } from '../../adapters/documents/archive';
import { findDocument, type DocumentItem } from '../../adapters/documents/index-table';
import type { Caller } from '../caller';
import { contentOf } from './document-content';
import { receiptsOf } from './receipts';
import { lastPeriod, type LastPeriod } from './last-period';

/** What a document for a whole period is compared with: the one before it. Any other document explains itself. */
const periodBefore = async (item: DocumentItem, content: DocumentContent): Promise<LastPeriod | undefined> =>
  content.subscriptionId !== null && coversPeriod(content)
    ? lastPeriod(item.userId, content.subscriptionId, item)
    : undefined;

const inFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|\s]/g, '');

/**
 * `20261110_27500円_レボナイザー株式会社_青山店_ABC-0001.pdf`: owners must find what they keep by day, amount and
 * other party, which is the issuer (電子帳簿保存法取扱通達 4-34).
 */
const fileNameOf = ({ date, amount, issuer, storeName, number }: DocumentContent): string =>
  `${date.replaceAll('-', '')}_${amount}円_${inFileName(issuer.name)}_${inFileName(storeName)}_${number}.pdf`;

/**
 * One of the caller's documents, each line as a sentence. Throws DOCUMENT_NOT_FOUND if the caller has none with this
 * id.
 */
export async function getDocument({ userId }: Pick<Caller, 'userId'>, id: string): Promise<ExplainedDocument> {
  const item = await findDocument(userId, id);
  if (!item) throw new CallError('DOCUMENT_NOT_FOUND');
  const content = await contentOf(item);
  const before = await periodBefore(item, content);
  return {
    ...content,
    lines: content.lines.map((line) => ({ ...line, sentence: sentenceOf(line) })),
    previous: before
      ? {
          id: before.document.id,
          date: before.document.date,
          amount: before.document.amount,
          reasons: reasonsFor(content, before.document, before.since),
        }
      : null,
    receipts: await receiptsOf(userId, content),
    pdf: item.pdf === null ? null : await downloadAddress(item.pdf, fileNameOf(content)),
  };
}
