import { money } from '../rules/invoice-lines';
import type { WireInvoice } from '../state/objects';
import { japaneseDate } from './invoice-page';
import { pdfDocument, type PdfText } from './pdf';

const linesOnPage = 18;

/** The file behind invoice.invoice_pdf. */
export function invoicePdf(invoice: WireInvoice): Buffer {
  const head: PdfText[] = [
    { x: 56, y: 770, size: 20, text: '請求書' },
    { x: 56, y: 740, size: 11, text: `請求書番号  ${invoice.number ?? ''}` },
    { x: 56, y: 722, size: 11, text: `発行日  ${japaneseDate(invoice.status_transitions.finalized_at ?? invoice.created)}` },
    { x: 56, y: 704, size: 11, text: `発行者  ${invoice.account_name ?? ''}` },
    { x: 56, y: 686, size: 11, text: `請求先  ${invoice.customer_name ?? invoice.customer_email ?? ''}` },
  ];
  const rows = invoice.lines.map((line) => ({
    what: line.description ?? '',
    when: `${japaneseDate(line.period.start)} - ${japaneseDate(line.period.end)}`,
    amount: money(line.amount, line.currency),
  }));
  const pages: PdfText[][] = [];
  for (let from = 0; from === 0 || from < rows.length; from += linesOnPage) {
    const page = from === 0 ? [...head] : [];
    rows.slice(from, from + linesOnPage).forEach((row, index) => {
      const y = 640 - index * 30;
      page.push({ x: 56, y, size: 10, text: row.what }, { x: 56, y: y - 12, size: 8, text: row.when }, { x: 460, y, size: 10, text: row.amount });
    });
    pages.push(page);
  }
  const discount = invoice.subtotal - invoice.total;
  pages.at(-1)?.push(
    ...(discount > 0 ? [{ x: 380, y: 84, size: 11, text: `割引  -${money(discount, invoice.currency)}` }] : []),
    { x: 380, y: 66, size: 12, text: `合計  ${money(invoice.total, invoice.currency)}` },
    { x: 380, y: 48, size: 12, text: `ご請求額  ${money(invoice.amount_due, invoice.currency)}` },
  );
  return pdfDocument(pages);
}
