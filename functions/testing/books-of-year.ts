import { createDocumentExport } from '../domain/documents/export/create-document-export';
import { getDocumentExport } from '../domain/documents/export/get-document-export';
import { readCsv, readZip } from './read-zip';

/** What the files of a year say of a document, read back. Yen. */
export interface Booked {
  number: string;
  total: number;
  tax: number;
  /** What it adds to the books, the same in the files of all three programs. */
  booked: number;
}

/** Where a row has its number's text, and what it adds: a credit is negative. */
const readers: Readonly<Record<string, (row: string[]) => [memo: string, amount: number]>> = {
  freee: (row) => [row[11] ?? '', (row[0] === '収入' ? -1 : 1) * Number(row[8])],
  マネーフォワード: (row) => [row[18] ?? '', (row[2] === '賃借料' ? 1 : -1) * Number(row[8])],
  弥生: (row) => [row[16] ?? '', (row[4] === '賃借料' ? 1 : -1) * Number(row[8])],
};

/** Sums by the number of the document, of a file in Shift_JIS. */
function sumsIn(files: ReadonlyMap<string, Buffer>, year: number, program: string): Map<string, number> {
  const text = new TextDecoder('shift_jis', { fatal: true }).decode(files.get(`${program}_${year}.csv`));
  const sums = new Map<string, number>();
  for (const row of readCsv(text).slice(program === '弥生' ? 0 : 1)) {
    const [memo, amount] = readers[program]?.(row) ?? ['', 0];
    const number = memo.split(' ')[1] ?? '';
    sums.set(number, (sums.get(number) ?? 0) + amount);
  }
  return sums;
}

/** Makes the export of a year without PDFs, downloads it and reads its four files back. */
export async function booksOfYear(owner: { userId: string }, year: number): Promise<Booked[]> {
  const { id } = await createDocumentExport(owner, { year, formats: ['freee', 'moneyforward', 'yayoi'] });
  const { link } = await getDocumentExport(owner, id);
  const files = readZip(Buffer.from(await (await fetch(link ?? '')).arrayBuffer()));
  const index = new TextDecoder('utf-8', { fatal: true }).decode(files.get(`索引_${year}.csv`));
  const sums = Object.keys(readers).map((program) => sumsIn(files, year, program));
  return readCsv(index)
    .slice(1)
    .map((row) => {
      const number = row[4] ?? '';
      const booked = new Set(sums.map((of) => of.get(number) ?? 0));
      if (booked.size > 1) throw new Error(`The programs book ${number} differently: ${[...booked].join(', ')}`);
      return { number, total: Number(row[7]), tax: Number(row[8]), booked: [...booked][0] ?? 0 };
    });
}
