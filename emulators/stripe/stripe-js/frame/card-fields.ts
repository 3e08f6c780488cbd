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
import { brandIcon } from './brand-icon';
import { Field } from './field';

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
