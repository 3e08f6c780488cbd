import type { CardBrand } from '../card/card';

const plate = (name: string, colour: string, inner: string): string =>
  `<svg viewBox="0 0 34 22" width="34" height="22" role="img" aria-label="${name}"><rect width="34" height="22" ` +
  `rx="3" fill="${colour}"/>${inner}</svg>`;
const word = (text: string, colour: string, size = 9): string =>
  `<text x="17" y="14.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${size}" ` +
  `font-weight="800" fill="${colour}">${text}</text>`;

const icons: Record<CardBrand, string> = {
  visa: plate('Visa', '#1a3a8f', word('VISA', '#fff', 10)),
  mastercard: plate(
    'Mastercard',
    '#23262d',
    '<circle cx="13.5" cy="11" r="6.5" fill="#e2342c"/><circle cx="20.5" cy="11" r="6.5" fill="#f2a33a" ' +
      'fill-opacity=".88"/>',
  ),
  amex: plate('American Express', '#2671b9', word('AMEX', '#fff', 8.5)),
  jcb: plate(
    'JCB',
    '#fff',
    `<rect x=".5" y=".5" width="33" height="21" rx="2.5" fill="none" stroke="#c8ccd2"/>${word('JCB', '#0a6b3d', 10)}`,
  ),
  diners: plate('Diners Club', '#35618f', word('DINERS', '#fff', 7)),
  discover: plate(
    'Discover',
    '#fff',
    `<rect x=".5" y=".5" width="33" height="21" rx="2.5" fill="none" stroke="#c8ccd2"/>${word('DISC', '#c25e12', 9)}`,
  ),
  unionpay: plate('UnionPay', '#0d6a73', word('銀聯', '#fff', 10)),
  unknown: plate(
    '',
    '#8a93a0',
    '<rect x="0" y="5" width="34" height="4" fill="#5d6673"/><rect x="4" y="13" width="10" height="3" rx="1" ' +
      'fill="#dfe3e8"/>',
  ).replace('role="img" aria-label=""', 'aria-hidden="true"'),
};

/** A small picture of a card brand as SVG text, with its name for screen readers. */
export const brandIcon = (brand: CardBrand): string => icons[brand];
