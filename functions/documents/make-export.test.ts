import { aDocumentItem } from '#functions/testing/document-items';
import { readCsv } from '#functions/testing/read-zip';
import { indexFile, pdfName } from './make-export';

const rowsOf = (...documents: Parameters<typeof aDocumentItem>[1][]): string[][] =>
  readCsv(indexFile(documents.map((change) => aDocumentItem('user', change))).toString('utf8'));

test('the columns of the index, behind the mark of UTF-8', () => {
  const [header, row] = rowsOf({});
  expect(header?.join(',')).toBe(
    '\uFEFF発行日,番号,店舗,種類,税抜金額,税率,消費税,税込金額,状態,登録番号,お支払い日,カード下4桁,お支払い額',
  );
  expect(row?.join(',')).toBe(
    '2026-11-10,A-1,青山店,請求書,1000,10%,100,1100,お支払い完了,T7123456789012,2026-11-07,4242,1100',
  );
});

test.each([
  [
    'two rates: a row for each, the payment once',
    {
      total: 3_300,
      amount: 3_300,
      taxes: [
        { rate: 10, taxed: 2_200, amount: 200 },
        { rate: 8, taxed: 1_100, amount: 81 },
      ],
    },
    [
      ['2000', '10%', '200', '2200', '3300'],
      ['1019', '8%', '81', '1100', ''],
    ],
  ],
  [
    'a part without tax: a row without a rate',
    { total: 1_500, amount: 1_500 },
    [
      ['1000', '10%', '100', '1100', '1500'],
      ['400', '', '0', '400', ''],
    ],
  ],
  ['no tax at all, and nothing to pay', { total: 0, amount: 0, taxes: [] }, [['0', '', '0', '0', '0']]],
  ['void: it adds nothing', { state: 'void' }, [['0', '', '0', '0', '0']]],
  [
    'open: what was paid of it',
    { state: 'open', amount: 600, partPaid: 500, paidAt: null },
    [['1000', '10%', '100', '1100', '500']],
  ],
  [
    'a credit note: negative, with what went back to the card and elsewhere',
    {
      state: 'credited',
      kind: 'credit_note',
      total: -1_100,
      amount: -1_100,
      paidAt: null,
      card: null,
      taxes: [{ rate: 10, taxed: -1_100, amount: -100 }],
      credit: { invoiceId: 'in_1', lowered: 0, refunded: 700, toBalance: 100, elsewhere: 300 },
    },
    [['-1000', '10%', '-100', '-1100', '-1000']],
  ],
] as const)('%s', (_what, change, expected) => {
  const rows = rowsOf(change as Parameters<typeof aDocumentItem>[1]).slice(1);
  expect(rows.map((row) => [...row.slice(4, 8), row[12]])).toEqual(expected);
});

test.each([
  ['=SUM(A1)', `'=SUM(A1)`],
  ['　＝1+1', `'＝1+1`],
  ['\t=1', `'=1`],
  ['-Hair-', `'-Hair-`],
  ['@salon', `'@salon`],
  ['−1', `'−1`],
  ['﹦1+1', `'﹦1+1`],
  ['青山"1"号,店\r\n=1', '青山"1"号,店 =1'],
  ['A=1', 'A=1'],
])('a shop named %j is written as %s, which no program runs', (storeName, written) => {
  expect(rowsOf({ storeName })[1]?.[2]).toBe(written);
});

test('the name of a PDF has day, amount, shop and number, and nothing that a file system refuses', () => {
  expect(pdfName(aDocumentItem('user', { storeName: '青山/1号 店', number: '' }))).toBe(
    '請求書・領収書/20261110_1100_青山1号店_in_1.pdf',
  );
  const long = pdfName(aDocumentItem('user', { storeName: '青'.repeat(500) })).split('/')[1] ?? '';
  expect(Buffer.byteLength(long)).toBeLessThan(255);
});
