import { type Zippable, zipSync } from 'fflate';
import { documentMarks, type DocumentState } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import type { IndexedDocument } from './documents-table';
import { putExport, documentsOf, lifetime, makeExportTask, zipKey } from './exports';
import { endExport, findExport } from './exports-table';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { fetchPdf, pdfAddress } from './read-documents';
import { readEmail } from '#functions/accounts/profiles-table';
import { defineWorker } from '#functions/platform/worker';
import { noticeWrite } from '#functions/mails/notices-table';

/** A cell: numbers are written as digits, texts are made harmless; null is empty. */
type Cell = string | number | null;

/** Beginnings that make a spreadsheet run a cell as a formula, in all widths (OWASP, "CSV Injection"). */
const runs = /^[=+\-@＝＋－＠−﹢﹣﹦﹫]/;

/** A text that no program runs as a formula: one that begins like one gets an apostrophe before it. */
const harmless = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return runs.test(line) ? `'${line}` : line;
};

const cellOf = (cell: Cell): string =>
  typeof cell === 'string' ? `"${harmless(cell).replaceAll('"', '""')}"` : String(cell ?? '');

/** The words of the screens (spec 4). */
const states: Readonly<Record<DocumentState, string>> = {
  paid: 'お支払い完了',
  open: 'お支払い待ち',
  void: '無効',
  uncollectible: '回収不能',
  credited: '減額・返金',
};
const kinds = { invoice: '請求書', credit_note: '返還請求書' } as const;

const header = '発行日,番号,店舗,種類,税抜金額,税率,消費税,税込金額,状態,登録番号,お支払い日,カード下4桁,お支払い額';

/** The parts of a document by rate of tax; null: none. A void one asks for nothing, so that the columns add up. */
function partsOf({ state, total, taxes }: IndexedDocument): { rate: number | null; gross: number; tax: number }[] {
  if (state === 'void') return [{ rate: null, gross: 0, tax: 0 }];
  const taxed = taxes.map(({ rate, taxed: gross, amount: tax }) => ({ rate, gross, tax }));
  const rest = total - sum(taxed.map(({ gross }) => gross));
  return rest === 0 && taxed.length > 0 ? taxed : [...taxed, { rate: null, gross: rest, tax: 0 }];
}

/** What was paid of an invoice, less what went back without a credit note; negative for a credit note. */
const paidOf = ({ state, amount, partPaid, credit, returned = 0 }: IndexedDocument): number =>
  state === 'credited'
    ? -((credit?.refunded ?? 0) + (credit?.elsewhere ?? 0))
    : (state === 'paid' ? amount : partPaid) - returned;

/** The rows of a document, one for each rate of tax. The payment stands in the first one: the column adds up. */
const rowsOf = (document: IndexedDocument): Cell[][] =>
  partsOf(document).map(({ rate, gross, tax }, part) => [
    document.date,
    document.number,
    document.storeName,
    kinds[document.kind],
    gross - tax,
    rate === null ? null : `${rate}%`,
    tax,
    gross,
    document.mark ? documentMarks[document.mark] : states[document.state],
    document.issuer.registrationNumber,
    document.paidAt === null ? null : isoDayInJapan(document.paidAt),
    document.card?.last4 ?? null,
    part === 0 ? paidOf(document) : null,
  ]);

/** The index of an export: UTF-8 with the mark that spreadsheets know it by, line ends of Windows (RFC 4180). */
export const indexFile = (documents: readonly IndexedDocument[]): Buffer =>
  Buffer.from(
    `\uFEFF${header}\r\n${documents
      .flatMap(rowsOf)
      .map((row) => `${row.map(cellOf).join(',')}\r\n`)
      .join('')}`,
  );

/** So many characters of a shop's name at most: most systems take names of files up to 255 bytes. */
const mostOfShop = 40;

/** `請求書・領収書/20261110_27500_青山店_ABC-0001.pdf`: no character that a file system refuses. */
export const pdfName = ({ id, date, amount, storeName, number }: IndexedDocument): string =>
  `請求書・領収書/${[date.replaceAll('-', ''), amount, storeName.slice(0, mostOfShop), number || id]
    .map((part) => String(part).replaceAll(/[\\/:*?"<>|\s\p{Cc}]/gu, ''))
    .join('_')}.pdf`;

/** PDFs that are loaded at once: the rest of Stripe's limit is for waiting users. */
const atOnce = 16;

/** The PDFs of some documents by their names in a ZIP; Stripe makes one for each, unless it was removed there. */
async function pdfsOf(documents: readonly IndexedDocument[]): Promise<Zippable> {
  const pdfs = await mapWithLimit(atOnce, documents, async (document) => {
    const address = await pdfAddress(document.id);
    return address === null ? [] : [[pdfName(document), await fetchPdf(address)] as const];
  });
  return Object.fromEntries(pdfs.flat());
}

/** Makes an export that was begun: its ZIP, its row and the mail. Safe to repeat. Nothing for a deleted account. */
export async function makeExport({ userId, id }: { userId: string; id: string }): Promise<void> {
  const item = await findExport(userId, id, clock.seconds());
  if (item?.state !== 'working') return;
  const documents = await documentsOf(userId, item);
  const files = { ...(await pdfsOf(documents)), 'index.csv': indexFile(documents) };
  // PDFs are compressed already.
  const zip = zipSync(files, { level: 0, mtime: clock.now() });
  await putExport(zipKey(userId, id), zip);
  const email = await readEmail(userId);
  const { from, to } = item;
  await endExport(
    userId,
    item,
    zip.length,
    email === undefined
      ? undefined
      : noticeWrite(
          { userId, email },
          { kind: 'export-ready', exported: { id, from, to } },
          { expiresAt: clock.seconds() + lifetime },
        ),
  );
}

export const documentWorkers = [
  defineWorker(makeExportTask, makeExport, 'It makes the same ZIP, and ends an export that is done no second time.'),
];
