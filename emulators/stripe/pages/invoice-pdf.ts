import type { InvoiceDocument } from './invoice-document';
import { pdfDocument, widthOf, type PdfMark } from './pdf';

/** Leaves room for the rows of sums below the lines. */
const linesOnPage = 10;
const rowHeight = 40;
const left = 56;
const right = 539;
const grey = 0.4;

const at = (x: number, y: number, size: number, text: string, gray = 0): PdfMark => ({ x, y, size, text, gray });
/** A text whose right end is at `x`. */
const endingAt = (x: number, y: number, size: number, text: string, gray = 0): PdfMark =>
  at(x - widthOf(text, size), y, size, text, gray);
const rule = (y: number, from = left, width = 0.5): PdfMark => ({ from, to: right, y, width });

const columns = { quantity: 360, unitPrice: 445, amount: right };

function head(document: InvoiceDocument): PdfMark[] {
  const { title, status, issuer, place, recipient, address, facts, amount } = document;
  const below = 756 - place.length * 12;
  return [
    at(left, 780, 22, Array.from(title).join('　')),
    endingAt(right, 784, 12, issuer),
    ...place.map((line, index) => endingAt(right, 768 - index * 12, 8, line, grey)),
    ...facts.flatMap(([name, value], index) => [
      at(360, below - index * 16, 9, name, grey),
      endingAt(right, below - index * 16, 9, value),
    ]),
    at(left, 740, 14, recipient),
    ...address.map((line, index) => at(left, 722 - index * 14, 9, line)),
    at(left, 668, 10, `${status.text}　${title === '領収書' ? 'お支払い額' : 'ご請求額'}（税込）`, grey),
    at(left, 640, 24, amount),
  ];
}

const headings = (y: number): PdfMark[] => [
  at(left, y, 9, '内容', grey),
  endingAt(columns.quantity, y, 9, '数量', grey),
  endingAt(columns.unitPrice, y, 9, '単価', grey),
  endingAt(columns.amount, y, 9, '金額', grey),
  rule(y - 7, left, 1),
];

const row = (line: InvoiceDocument['lines'][number], y: number): PdfMark[] => [
  at(left, y, 10.5, line.name),
  at(left, y - 13, 8, `${line.kind}　${line.period}`, grey),
  endingAt(columns.quantity, y, 10.5, line.quantity),
  endingAt(columns.unitPrice, y, 10.5, line.unitPrice),
  endingAt(columns.amount, y, 10.5, line.amount),
  rule(y - 24),
];

function sums(document: InvoiceDocument, y: number): PdfMark[] {
  const from = 340;
  return document.sums.flatMap(([name, value], index) => {
    const isLast = index === document.sums.length - 1;
    const size = isLast ? 13 : 10;
    const place = y - index * 19 - (isLast ? 10 : 0);
    return [
      ...(isLast ? [rule(place + 18, from, 1)] : []),
      at(from, place, size, name, isLast ? 0 : grey),
      endingAt(right, place, size, value),
    ];
  });
}

/** The file behind invoice.invoice_pdf: A4, as many pages as its lines need. */
export function invoicePdf(document: InvoiceDocument): Buffer {
  const { lines } = document;
  const count = Math.max(1, Math.ceil(lines.length / linesOnPage));
  const pages = Array.from({ length: count }, (_, page): PdfMark[] => {
    const top = page === 0 ? 600 : 780;
    const shown = lines.slice(page * linesOnPage, (page + 1) * linesOnPage);
    const marks = [
      ...(page === 0 ? head(document) : []),
      ...headings(top),
      ...shown.flatMap((line, index) => row(line, top - 26 - index * rowHeight)),
    ];
    const number = endingAt(right, 30, 8, `${page + 1} / ${count}`, grey);
    return [...marks, number, ...(page === count - 1 ? sums(document, top - 26 - shown.length * rowHeight - 4) : [])];
  });
  return pdfDocument(pages);
}
