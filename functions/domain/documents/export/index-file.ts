import type { DocumentState } from '#shared/model/document';
import { sum } from '#shared/sum';
import { csvOf } from './csv';
import type { ExportedDocument } from './exported-document';

/** The words of the screens (spec 4; frontend/src/features/shop/documents/document-looks.ts). */
const states: Readonly<Record<DocumentState, string>> = {
  paid: 'お支払い完了',
  open: '未払い',
  void: '無効',
  uncollectible: '回収不能',
  credited: '減額・返金',
};

const header = '発行日,金額,発行者,登録番号,番号,店舗,状態,合計（税込）,うち消費税,ファイル名,SHA-256,書類ID';

/** The index of an export: one row a document, in UTF-8 with the mark that spreadsheets know it by. */
export const indexFile = (documents: readonly ExportedDocument[]): Buffer =>
  Buffer.from(
    `\uFEFF${header}\r\n${csvOf(
      documents.map(({ id, date, amount, issuer, number, storeName, state, total, taxes, file }) => [
        date,
        amount,
        issuer.name,
        issuer.registrationNumber ?? '',
        number,
        storeName,
        states[state],
        total,
        sum(taxes.map((tax) => tax.amount)),
        file?.name ?? '',
        file?.sha256 ?? '',
        id,
      ]),
    )}`,
  );

/** `20261110_27500_レボナイザー株式会社_ABC-0001.pdf`: no character that a file system refuses. */
export const pdfName = ({ date, amount, issuer, number }: Omit<ExportedDocument, 'file'>): string =>
  `${[date.replaceAll('-', ''), amount, issuer.name, number]
    .map((part) => String(part).replaceAll(/[\\/:*?"<>|\s\p{Cc}]/gu, ''))
    .join('_')}.pdf`;
