import { textFor } from '../card/texts';
import { callApi } from './api';
import { CardFields } from './card-fields';
import { ParentPage } from './parent';
import { styleSheet } from './styles';

// The frame of a Payment Element. Typed card data goes only to the API; the page learns only whether it is complete.
const page = new ParentPage();
const form = document.createElement('form');
const style = document.createElement('style');
const changed = (): void => page.tell('change', { complete: fields.wrong === undefined, empty: fields.empty });
const fields = new CardFields(() => changed());
let isReady = false;

form.className = 'Form';
form.noValidate = true;
form.addEventListener('submit', (event) => event.preventDefault());
fields.number.box.append(fields.icon);
form.append(...fields.all.map(({ root }) => root));
document.head.append(style);
document.body.append(form);
new ResizeObserver(() => page.tell('height', Math.ceil(document.body.getBoundingClientRect().height))).observe(
  document.body,
);

page.serve({
  appearance: (appearance) => {
    style.textContent = styleSheet(appearance);
    if (!isReady) page.tell('ready', null);
    isReady = true;
  },
  validate: () => {
    for (const field of fields.all) field.show();
    const { wrong } = fields;
    if (wrong?.problem === undefined) return undefined;
    wrong.input.focus();
    changed();
    return { type: 'validation_error', code: wrong.problem, message: textFor(wrong.problem) ?? '' };
  },
  createPaymentMethod: ({ key, billing }) =>
    callApi(key, 'POST', '/v1/payment_methods', { type: 'card', card: fields.card, billing_details: billing }),
});
