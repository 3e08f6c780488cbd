import { textFor } from '../card/texts';
import type { ErrorResult, FieldOptions } from '../messages';
import { callApi } from './api';
import { CardFields } from './card-fields';
import { countrySelect } from './countries';
import { ParentPage } from './parent';
import { styleSheet } from './styles';

// The frame of a Payment or Card Element. Typed card data goes only to the API; the page learns only whether it is
// complete.
const page = new ParentPage();
const form = document.createElement('form');
const style = document.createElement('style');
const head = document.createElement('div');
const fields = new CardFields(() => changed());
const country = countrySelect('JP', () => changed());
let options: FieldOptions | undefined;

form.className = 'Form';
form.noValidate = true;
head.className = 'Head';
head.textContent = 'カード';
form.addEventListener('submit', (event) => event.preventDefault());
document.head.append(style);
document.body.append(form);

const errorFor = (code: string): ErrorResult => ({ type: 'validation_error', code, message: textFor(code) ?? '' });

/** The error that the page sees: only what the card holder sees too. */
function shownError(): ErrorResult | undefined {
  const shown = fields.all.find((field) => field.input.getAttribute('aria-invalid') === 'true');
  return shown?.problem === undefined ? undefined : errorFor(shown.problem);
}

function changed(): void {
  const error = shownError();
  page.tell('change', {
    complete: fields.wrong === undefined,
    empty: fields.empty,
    brand: fields.brand,
    ...(error && { error }),
    ...(options?.showCountry && { country: country.select.value }),
  });
}

function applyOptions(next: FieldOptions): void {
  const first = options === undefined;
  const { number, expiry, cvc, icon } = fields;
  style.textContent = styleSheet(next);
  if (next.element === 'card')
    form.replaceChildren(...(next.hideIcon ? [] : [icon]), number.root, expiry.root, cvc.root);
  else {
    number.box.append(icon);
    form.replaceChildren(
      ...(next.accordion ? [head] : []),
      number.root,
      expiry.root,
      cvc.root,
      ...(next.showCountry ? [country.root] : []),
    );
  }
  if (first || next.country !== options?.country) country.select.value = next.country;
  for (const field of fields.all) field.input.readOnly = next.readOnly;
  country.select.disabled = next.readOnly;
  options = next;
}

/** Moving the focus from one field to the next does not leave the element. */
const stays = (event: FocusEvent): boolean => event.relatedTarget instanceof Node && form.contains(event.relatedTarget);
form.addEventListener('focusin', (event) => stays(event) || page.tell('focus', null));
form.addEventListener('focusout', (event) => stays(event) || page.tell('blur', null));
form.addEventListener('focusout', () => setTimeout(() => shownError() && changed()));
form.addEventListener('keydown', (event) => event.key === 'Escape' && page.tell('escape', null));
new ResizeObserver(() => page.tell('height', Math.ceil(document.body.getBoundingClientRect().height))).observe(
  document.body,
);

page.serve({
  options: (next) => {
    const first = options === undefined;
    const focused = document.activeElement;
    applyOptions(next);
    if (focused instanceof HTMLElement && form.contains(focused)) focused.focus();
    if (first) page.tell('ready', null);
  },
  focus: () => (fields.wrong ?? fields.number).input.focus(),
  blur: () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  },
  clear: () => {
    fields.clear();
    changed();
  },
  validate: () => {
    for (const field of fields.all) field.show();
    const { wrong } = fields;
    if (wrong?.problem === undefined) return undefined;
    wrong.input.focus();
    changed();
    return errorFor(wrong.problem);
  },
  createPaymentMethod: ({ key, billing }) => {
    const address = { ...(options?.showCountry && { country: country.select.value }), ...billing.address };
    return callApi(key, 'POST', '/v1/payment_methods', {
      type: 'card',
      card: fields.card,
      billing_details: { ...billing, address },
    });
  },
});
