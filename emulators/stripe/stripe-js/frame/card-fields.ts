import {
  type CardBrand,
  checkCvc,
  checkExpiry,
  checkNumber,
  cvcDigits,
  expiryDigits,
  expiryMonth,
  expiryYear,
  formatExpiry,
  formatNumber,
  numberDigits,
  ruleOf,
} from '../card/card';
import { Field } from './field';

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
const brandIcon = (brand: CardBrand): string => icons[brand];

/** The three inputs of a card and the value they form together. A full field moves the focus to the next one. */
export class CardFields {
  readonly number = new Field({
    id: 'number',
    label: 'カード番号',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    parse: numberDigits,
    format: formatNumber,
    check: checkNumber,
    isFull: (digits) => digits.length === Math.max(...ruleOf(digits).lengths),
  });
  readonly expiry = new Field({
    id: 'expiry',
    label: '有効期限',
    placeholder: '月 / 年',
    autocomplete: 'cc-exp',
    parse: expiryDigits,
    format: formatExpiry,
    check: (digits) => checkExpiry(digits, new Date()),
    isFull: (digits) => digits.length === 4,
  });
  readonly cvc = new Field({
    id: 'cvc',
    label: 'セキュリティコード',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    parse: (text) => cvcDigits(text, ruleOf(this.number.digits)),
    format: (digits) => digits,
    check: (digits) => checkCvc(digits, ruleOf(this.number.digits)),
    isFull: (digits) => digits.length === ruleOf(this.number.digits).cvc,
  });
  readonly all = [this.number, this.expiry, this.cvc];
  readonly icon = document.createElement('span');

  constructor(onChange: () => void) {
    this.icon.className = 'Icon';
    this.#drawIcon();
    this.all.forEach((field, index) => {
      field.onChange = (full) => {
        if (field === this.number) this.#numberChanged();
        if (full) this.all[index + 1]?.input.focus();
        onChange();
      };
      field.input.addEventListener('keydown', (event) => {
        // Backspace in an empty field goes back to the field before it.
        if (event.key === 'Backspace' && field.input.value === '') this.all[index - 1]?.input.focus();
      });
    });
  }

  get brand(): CardBrand {
    return ruleOf(this.number.digits).brand;
  }

  get empty(): boolean {
    return this.all.every((field) => field.digits === '');
  }

  /** The first invalid field. */
  get wrong(): Field | undefined {
    return this.all.find((field) => field.problem !== undefined);
  }

  /** The card in the form that Stripe's API takes. */
  get card(): Record<string, unknown> {
    const { number, expiry, cvc } = this;
    return {
      number: number.digits,
      exp_month: expiryMonth(expiry.digits),
      exp_year: expiryYear(expiry.digits),
      cvc: cvc.digits,
    };
  }

  #numberChanged(): void {
    this.cvc.input.placeholder = this.brand === 'amex' ? 'CVC（4桁）' : 'CVC';
    // Another brand may have a shorter code.
    if (this.cvc.digits !== '') this.cvc.set(this.cvc.spec.parse(this.cvc.digits));
    this.#drawIcon();
  }

  #drawIcon(): void {
    this.icon.innerHTML = brandIcon(this.brand);
  }
}
