import type { ExportAccounts, ExportFormat } from '#shared/model/document-export';
import { partsOf as partsOfList } from '../../../adapters/map-with-limit';
import { csvOf, type Cell } from './csv';
import { partsOf, type ExportedDocument, type TaxedPart } from './exported-document';
import { toShiftJis } from './shift-jis';

/** One row of the books: a part of a document, dated by its day of issue. */
interface Booking extends TaxedPart {
  document: ExportedDocument;
  accounts: ExportAccounts;
  /** Whether tax can be named: only a qualified invoice (適格請求書) proves it. */
  isTaxed: boolean;
}

const slashed = (day: string): string => day.replaceAll('-', '/');

/** It begins with fixed words, so that a shop's name never comes first. That comes last: a program may cut the end. */
const memoOf = ({ document: { number, storeName, issuer } }: Booking): string =>
  `Revonizer利用料 ${number} ${issuer.registrationNumber === null ? '（登録番号なし） ' : ''}${storeName}`;

/**
 * Deals (取引) of freee, one a row, not settled: the card's statement settles them. A credit is an income on the same
 * account. https://support.freee.co.jp/hc/ja/articles/202847320 ("取引・口座振替のインポート") says: 収入 or 支出, dates
 * as YYYY/MM/DD, the header stays, 5 MB at most. The order of the columns after 決済期日 is that of its template, as
 * others quote it; 課対仕入10% is the name that https://developer.freee.co.jp/author/yuki-oikawa uses (decision 073).
 */
const freeeHeader =
  '収支区分,管理番号,発生日,決済期日,取引先コード,取引先,勘定科目,税区分,金額,税計算区分,税額,備考,品目,部門,' +
  'メモタグ（複数指定可、カンマ区切り）,セグメント1,セグメント2,セグメント3,決済日,決済口座,決済金額';

function freeeRow(booking: Booking): Cell[] {
  const { document, accounts, rate, amount, tax, isTaxed } = booking;
  return [
    amount < 0 ? '収入' : '支出',
    document.number,
    slashed(document.date),
    '',
    '',
    document.issuer.name,
    accounts.expense,
    isTaxed ? `課対仕入${rate}%` : '対象外',
    Math.abs(amount),
    '内税',
    isTaxed ? Math.abs(tax) : 0,
    memoOf(booking),
    ...Array.from({ length: 9 }, () => ''),
  ];
}

interface Side {
  account: string;
  /** The tax category and what stands beside it. */
  taxed: boolean;
}

/** Debit and credit of a booking: a credit note turns them round, because no amount may be negative. */
const sidesOf = ({ accounts, amount, isTaxed }: Booking): [Side, Side] => {
  const expense = { account: accounts.expense, taxed: isTaxed };
  const payable = { account: accounts.payable, taxed: false };
  return amount < 0 ? [payable, expense] : [expense, payable];
};

/**
 * The journal (仕訳帳) of Money Forward's cloud accounting. https://biz.moneyforward.com/support/account/guide/
 * import-books/ib01.html says: number, date, accounts and amounts are required, numbers run from 1, names must be those
 * of the books to the letter. https://biz.moneyforward.com/support/ac-plus/guide/journal2/import2.html: the header of
 * the columns A to AA stays, and the template comes in either encoding. The columns' names are those of the template,
 * as others quote it; 適格 is the column of the qualified invoice (decision 073).
 */
const moneyForwardHeader =
  '取引No,取引日,借方勘定科目,借方補助科目,借方部門,借方取引先,借方税区分,借方インボイス,借方金額(円),借方税額,' +
  '貸方勘定科目,貸方補助科目,貸方部門,貸方取引先,貸方税区分,貸方インボイス,貸方金額(円),貸方税額,' +
  '摘要,仕訳メモ,タグ,MF仕訳タイプ,決算整理仕訳,作成日時,作成者,最終更新日時,最終更新者';

function moneyForwardRow(booking: Booking, index: number): Cell[] {
  const { document, rate, amount, tax } = booking;
  const side = ({ account, taxed }: Side): Cell[] => [
    account,
    '',
    '',
    '',
    taxed ? `課税仕入 ${rate}%` : '対象外',
    taxed ? '適格' : '',
    Math.abs(amount),
    taxed ? Math.abs(tax) : 0,
  ];
  return [
    index + 1,
    slashed(document.date),
    ...sidesOf(booking).flatMap(side),
    memoOf(booking),
    ...Array.from({ length: 8 }, () => ''),
  ];
}

/**
 * The import format (弥生インポート形式) of Yayoi's accounting: 25 columns without a header, 2000 for a journal entry of
 * one row, amounts with tax, whole and never negative (https://support.yayoi-kk.co.jp/subcontents.html?page_id=18545
 * and faq_Subcontents.html?page_id=27184). The category is the tax's, how it is reckoned (込), the rate and the kind of
 * invoice in one (faq_Subcontents.html?page_id=1430).
 */
function yayoiRow(booking: Booking): Cell[] {
  const { document, rate, amount, tax } = booking;
  const side = ({ account, taxed }: Side): Cell[] => [
    account,
    '',
    '',
    taxed ? `課対仕入込${rate}%適格` : '対象外',
    Math.abs(amount),
    taxed ? Math.abs(tax) : 0,
  ];
  return [
    '2000',
    '',
    '',
    slashed(document.date),
    ...sidesOf(booking).flatMap(side),
    memoOf(booking),
    '',
    '',
    '0',
    '',
    '',
    '0',
    '0',
    'no',
  ];
}

type Program = Exclude<ExportFormat, 'pdf'>;

interface Form {
  /** In the ZIP. */
  name: string;
  header?: string;
  row: (booking: Booking, index: number) => Cell[];
  /** Rows that the program takes in one file. */
  mostRows: number;
}

/**
 * All three read Shift_JIS, which a spreadsheet in Japan opens correctly too. Yayoi's online accounting takes 1,000
 * rows and 1 MB a file (https://yayoi-k.jp/faq/10431.html); 10,000 rows of freee stay below its 5 MB.
 */
const programs: Readonly<Record<Program, Form>> = {
  freee: { name: 'freee', header: freeeHeader, row: freeeRow, mostRows: 10_000 },
  moneyforward: { name: 'マネーフォワード', header: moneyForwardHeader, row: moneyForwardRow, mostRows: 10_000 },
  yayoi: { name: '弥生', row: yayoiRow, mostRows: 1_000 },
};

export interface AccountingFile {
  name: string;
  content: Buffer;
  /** How many characters Shift_JIS lacked. */
  replaced: number;
}

/** The files of a year for an accounting program: one, or as many as its limit of rows asks for. */
export function accountingFiles(
  program: Program,
  year: number,
  accounts: ExportAccounts,
  documents: readonly ExportedDocument[],
): AccountingFile[] {
  const { name, header, row, mostRows } = programs[program];
  const bookings = documents.flatMap((document) =>
    partsOf(document).map((part) => ({
      ...part,
      document,
      accounts,
      isTaxed: part.rate > 0 && document.issuer.registrationNumber !== null,
    })),
  );
  const parts = partsOfList(bookings.map(row), mostRows);
  return (parts.length === 0 ? [[]] : parts).map((rows, index) => {
    const { bytes, replaced } = toShiftJis(`${header === undefined ? '' : `${header}\r\n`}${csvOf(rows)}`);
    const part = parts.length > 1 ? `_${index + 1}` : '';
    return { name: `${name}_${year}${part}.csv`, content: bytes, replaced };
  });
}
