import { defaultAccounts } from '#shared/model/document-export';
import { numbers, randomCases } from '../../../../local/testing/random';
import { readCsv } from '../../../testing/read-zip';
import { accountingFiles } from './accounting-files';
import { partsOf, type ExportedDocument } from './exported-document';

const next = numbers(20_270_115);
const upTo = (most: number): number => Math.floor(next() * (most + 1));
const oneOf = <T>(...choices: T[]): T => choices[upTo(choices.length - 1)] as T;

const pieces = [
  '青山店',
  '髙﨑',
  '①号店',
  '=1+1',
  '+81',
  '-Hair-',
  '@salon',
  '"quote"',
  'a,b',
  '𠮷野',
  '😀',
  '〜',
  '−',
  '\n',
  '\t=',
];
/** A shop's name as owners type them, and worse. */
const aName = (): string => Array.from({ length: 1 + upTo(3) }, () => oneOf(...pieces)).join('');

/** A document as a random history of invoices leaves it: credited, void, free, taxed by one rate, two or none. */
function aDocument(index: number): ExportedDocument {
  const isCredited = next() < 0.1;
  const taxed = isCredited ? -1 - upTo(50_000) : oneOf(0, 9_900, 27_500, -3_300, 1 + upTo(200_000));
  const untaxed = isCredited ? 0 : oneOf(0, 0, upTo(3_000));
  const isTaxed = oneOf(true, true, false);
  const taxes = [
    ...(isTaxed && taxed !== 0 ? [{ rate: 10, taxed, amount: Math.round(taxed / 11) }] : []),
    ...(untaxed === 0 ? [] : [{ rate: 0, taxed: untaxed, amount: 0 }]),
  ];
  return {
    id: `in_${index}`,
    date: `2026-${String(1 + upTo(11)).padStart(2, '0')}-${String(1 + upTo(27)).padStart(2, '0')}`,
    amount: isCredited ? taxed : Math.max(0, taxed + untaxed),
    number: `A-${index}`,
    state: isCredited ? 'credited' : oneOf('paid', 'paid', 'open', 'void', 'uncollectible'),
    storeName: aName(),
    total: taxed + untaxed,
    taxes,
    issuer: { name: 'レボナイザー株式会社', registrationNumber: oneOf('T7123456789012', null) },
    file: null,
  };
}

const documents = Array.from({ length: randomCases(1_000) }, (_, index) => aDocument(index));
const decoder = new TextDecoder('shift_jis', { fatal: true });
const rowsOf = (program: 'freee' | 'moneyforward' | 'yayoi'): string[][] =>
  accountingFiles(program, 2026, defaultAccounts, documents).flatMap(({ content }) => readCsv(decoder.decode(content)));

/** Day, amount and tax that a row books as a cost: negative if it takes off; the memo. */
interface Booked {
  date: string;
  amount: number;
  tax: number;
  memo: string;
}
const expected = documents.flatMap((document) =>
  partsOf(document).map((part) => ({
    date: document.date.replaceAll('-', '/'),
    amount: part.amount,
    tax: document.issuer.registrationNumber === null ? 0 : part.tax,
    number: document.number,
  })),
);
const isCost = (account = ''): boolean => account === defaultAccounts.expense;
const readers: Readonly<Record<'freee' | 'moneyforward' | 'yayoi', (row: string[]) => Booked>> = {
  freee: (row) => {
    const sign = row[0] === '収入' ? -1 : 1;
    return { date: row[2] ?? '', amount: sign * Number(row[8]), tax: sign * Number(row[10]), memo: row[11] ?? '' };
  },
  moneyforward: (row) => {
    const [sign, at] = isCost(row[2]) ? [1, 8] : [-1, 16];
    expect([row[8], isCost(row[10])]).toEqual([row[16], sign === -1]);
    return { date: row[1] ?? '', amount: sign * Number(row[at]), tax: sign * Number(row[at + 1]), memo: row[18] ?? '' };
  },
  yayoi: (row) => {
    const [sign, at] = isCost(row[4]) ? [1, 8] : [-1, 14];
    expect([row[8], isCost(row[10])]).toEqual([row[14], sign === -1]);
    return { date: row[3] ?? '', amount: sign * Number(row[at]), tax: sign * Number(row[at + 1]), memo: row[16] ?? '' };
  },
};
const columns = { freee: 21, moneyforward: 27, yayoi: 25 } as const;

test.each(['freee', 'moneyforward', 'yayoi'] as const)(
  '%s, read back from Shift_JIS: each row equals its invoice, in its columns, and the sums add up',
  (program) => {
    const rows = rowsOf(program).slice(program === 'yayoi' ? 0 : 1);
    expect(rows).toHaveLength(expected.length);
    expect(rows.every((row) => row.length === columns[program])).toBe(true);
    const booked = rows.map(readers[program]);
    for (const [index, { date, amount, tax, memo }] of booked.entries()) {
      const { number, ...facts } = expected[index] as (typeof expected)[number];
      expect({ date, amount, tax: Math.abs(tax) }).toEqual({ ...facts, tax: Math.abs(facts.tax) });
      expect(`${memo} `.startsWith(`Revonizer利用料 ${number} `)).toBe(true);
      // A program may cut a long memo: what decides the deduction stands before the shop's name.
      expect(memo.includes('登録番号なし')).toBe(`${memo} `.startsWith(`Revonizer利用料 ${number} （登録番号なし） `));
    }
    const kept = documents.filter(({ state }) => state !== 'void');
    expect(booked.reduce((sum, one) => sum + one.amount, 0)).toBe(kept.reduce((sum, one) => sum + one.total, 0));
  },
);

test.each(['freee', 'moneyforward', 'yayoi'] as const)(
  '%s: no cell begins like a formula or has a line end',
  (program) => {
    const cells = rowsOf(program).flat();
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠\t]|[\r\n]/.test(cell))).toEqual([]);
  },
);

test.each(['freee', 'moneyforward', 'yayoi'] as const)(
  '%s: 適格 only with a registration number and a rate',
  (program) => {
    const at = { freee: [7, 11], moneyforward: [6, 18], yayoi: [7, 16] }[program] as [number, number];
    const rows = rowsOf(program).slice(program === 'yayoi' ? 0 : 1);
    const debits = rows.filter((row) => program === 'freee' || isCost(row[program === 'yayoi' ? 4 : 2]));
    const categories = { freee: '課対仕入10%', moneyforward: '課税仕入 10%', yayoi: '課対仕入込10%適格' };
    expect(new Set(debits.map((row) => row[at[0]]))).toEqual(new Set([categories[program], '対象外']));
    for (const row of debits) if (row[at[1]]?.includes('登録番号なし')) expect(row[at[0]]).toBe('対象外');
  },
);

test('characters that Shift_JIS lacks become 〓 and are counted; twins of characters that it has do not', () => {
  const one = { ...aDocument(1), state: 'paid' as const, total: 9_900, taxes: [], storeName: '𠮷野😀〜①髙﨑−' };
  const [file] = accountingFiles('yayoi', 2026, defaultAccounts, [one]);
  expect(decoder.decode(file?.content)).toContain('〓野〓～①髙﨑－');
  expect(file?.replaced).toBe(2);
});

test('2,100 rows: three files for Yayoi, which takes 1,000 a file; one for the others', () => {
  const one = { ...aDocument(1), state: 'paid' as const, total: 9_900, taxes: [], storeName: '青山店' };
  const many = Array.from({ length: 2_100 }, () => one);
  const files = accountingFiles('yayoi', 2026, defaultAccounts, many);
  expect(files.map(({ name, content }) => [name, readCsv(decoder.decode(content)).length])).toEqual([
    ['弥生_2026_1.csv', 1_000],
    ['弥生_2026_2.csv', 1_000],
    ['弥生_2026_3.csv', 100],
  ]);
  expect(accountingFiles('freee', 2026, defaultAccounts, many).map(({ name }) => name)).toEqual(['freee_2026.csv']);
});
