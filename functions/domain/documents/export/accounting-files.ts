import type { ExportAccounts, ExportFormat } from '#shared/model/document-export';
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

/** It begins with words of ours, so that no shop's name stands first. */
const memoOf = ({ document: { number, storeName, issuer } }: Booking): string =>
  `Revonizer利用料 ${number} ${storeName}${issuer.registrationNumber === null ? '（登録番号なし）' : ''}`;

/**
 * Deals (取引) of freee, one a row, not settled: the card's statement settles them. A credit is an income on the same
 * account (https://support.freee.co.jp/hc/ja/articles/202847320, "取引・口座振替のインポート": columns, dates as
 * YYYY/MM/DD, the header stays, 5 MB at most).
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
 * The journal (仕訳帳) of Money Forward's cloud accounting (https://biz.moneyforward.com/support/account/guide/
 * import-books/ib01.html: number, date, accounts and amounts are required, numbers run from 1; the columns A to AA are
 * those of its template, which it offers in Shift_JIS too). 適格 is the column of the qualified invoice.
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
 * one row, amounts with tax and never negative (https://support.yayoi-kk.co.jp/subcontents.html?page_id=18545 and
 * faq_Subcontents.html?page_id=27184). The category names the kind of invoice: 適格.
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

/** Names in the ZIP, and the rows. All three read Shift_JIS, which a spreadsheet in Japan opens unharmed as well. */
const programs: Readonly<
  Record<Program, { name: string; header?: string; row: (booking: Booking, index: number) => Cell[] }>
> = {
  freee: { name: 'freee', header: freeeHeader, row: freeeRow },
  moneyforward: { name: 'マネーフォワード', header: moneyForwardHeader, row: moneyForwardRow },
  yayoi: { name: '弥生', row: yayoiRow },
};

/** The file of a year for an accounting program, and how many characters Shift_JIS lacked. */
export function accountingFile(
  program: Program,
  year: number,
  accounts: ExportAccounts,
  documents: readonly ExportedDocument[],
): { name: string; content: Buffer; replaced: number } {
  const { name, header, row } = programs[program];
  const bookings = documents.flatMap((document) =>
    partsOf(document).map((part) => ({
      ...part,
      document,
      accounts,
      isTaxed: part.rate > 0 && document.issuer.registrationNumber !== null,
    })),
  );
  const text = `${header === undefined ? '' : `${header}\r\n`}${csvOf(bookings.map(row))}`;
  const { bytes, replaced } = toShiftJis(text);
  return { name: `${name}_${year}.csv`, content: bytes, replaced };
}
