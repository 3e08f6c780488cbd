import type { DocumentContent } from '#shared/model/document';
import { sum } from '#shared/sum';

/** What the index and the files for accounting programs say of a document. Yen, tax included. */
export interface ExportedDocument extends Pick<
  DocumentContent,
  'id' | 'date' | 'amount' | 'number' | 'state' | 'storeName' | 'total' | 'taxes' | 'issuer'
> {
  /** Its name in the ZIP, and the SHA-256 of its bytes in hexadecimal; null without a PDF in it. */
  file: { name: string; sha256: string } | null;
}

export const exportedDocument = (
  { id, date, amount, number, state, storeName, total, taxes, issuer }: DocumentContent,
  file: ExportedDocument['file'],
): ExportedDocument => ({ id, date, amount, number, state, storeName, total, taxes, issuer, file });

/** A part of a document with one rate of tax in percent; `amount` may be negative, and has `tax` in it. */
export interface TaxedPart {
  rate: number;
  amount: number;
  tax: number;
}

/**
 * What a document adds to the books: its total by rate, as Stripe has it. What no rate covers has the rate 0. A void
 * document adds nothing.
 */
export function partsOf({ state, total, taxes }: Pick<ExportedDocument, 'state' | 'total' | 'taxes'>): TaxedPart[] {
  if (state === 'void') return [];
  const taxed = taxes.map(({ rate, taxed: amount, amount: tax }) => ({ rate, amount, tax }));
  const rest = total - sum(taxed.map(({ amount }) => amount));
  return [...taxed, { rate: 0, amount: rest, tax: 0 }].filter(({ amount }) => amount !== 0);
}
