import { addressParam, toAddress } from '../wire/address';
import { metadata } from '../wire/metadata';
import { choice, clearable, fields, integer, required, text, unsupported, type Params } from '../wire/params';
import { errors } from '../wire/errors';
import type { Account } from '../state/account';
import type { WirePaymentMethod } from '../wire/objects';
import { createCard, createTokenCard, declineError, findPaymentMethod } from './saved-cards';
import { passesLuhn } from './luhn';
import { cardByNumber, cardByToken, realCardInTestMode } from './test-cards';

const cardShape = {
  cvc: text(),
  exp_month: integer(),
  exp_year: integer(),
  networks: unsupported,
  number: text(),
  token: text(),
} as const;
const billingShape = {
  address: clearable(addressParam),
  email: clearable(text()),
  name: clearable(text()),
  phone: clearable(text()),
  tax_id: unsupported,
} as const;

export const cardParam = fields(cardShape);
export const billingParam = fields(billingShape);

const dataShape = {
  type: required(choice('card')),
  card: cardParam,
  billing_details: billingParam,
  allow_redisplay: choice('always', 'limited', 'unspecified'),
  metadata: metadata(),
} as const;
/** Data that Stripe.js sends to confirm with a typed card. */
export const paymentMethodData = fields(dataShape);

type Billing = Partial<WirePaymentMethod['billing_details']>;

function toBilling(given: Params<typeof billingShape> | undefined): Billing {
  if (!given) return {};
  const { address, ...plain } = given;
  return { ...plain, ...(address !== undefined && { address: address && toAddress(address) }) };
}

/** docs.stripe.com/error-codes: Stripe's checks before any bank is asked. */
function checkExpiry(account: Account, month: number, year: number, at: string): void {
  const now = new Date(account.now * 1000);
  if (month < 1 || month > 12) {
    const message = "Your card's expiration month is invalid.";
    throw errors.card({ code: 'invalid_expiry_month', message, param: `${at}[exp_month]` }, { executed: false });
  }
  const past = year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1);
  if (past || year > now.getUTCFullYear() + 50) {
    const code = year === now.getUTCFullYear() ? 'invalid_expiry_month' : 'invalid_expiry_year';
    const what = code === 'invalid_expiry_month' ? 'month' : 'year';
    throw errors.card(
      { code, message: `Your card's expiration ${what} is invalid.`, param: `${at}[exp_${what}]` },
      { executed: false },
    );
  }
}

/**
 * A payment method from a card number (publishable key only: by default an account may not send numbers from its
 * server, docs.stripe.com/security/guide) or from a test token.
 */
export function cardFromParams(
  account: Account,
  card: Params<typeof cardShape> | undefined,
  billing: Params<typeof billingShape> | undefined,
  options: { publishable: boolean; at: string },
): WirePaymentMethod {
  const { at } = options;
  if (!card) throw errors.missingParameter(at);
  if (card.token !== undefined) {
    const known = cardByToken(card.token);
    if (!known) throw errors.missingResource('token', card.token, `${at}[token]`, 400);
    const method = createTokenCard(account, known);
    return account.change('paymentMethods', method.id, {
      billing_details: { ...method.billing_details, ...toBilling(billing) },
    });
  }
  if (card.number === undefined) throw errors.missingParameter(`${at}[number]`);
  if (!options.publishable) {
    throw errors.invalid(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use ' +
        'Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see ' +
        'https://dashboard.stripe.com/account/integration/settings.',
      {},
      402,
    );
  }
  if (card.exp_month === undefined) throw errors.missingParameter(`${at}[exp_month]`);
  if (card.exp_year === undefined) throw errors.missingParameter(`${at}[exp_year]`);
  const number = card.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw errors.card(
      { code: 'incorrect_number', message: 'Your card number is incorrect.', param: `${at}[number]` },
      { executed: false },
    );
  }
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  checkExpiry(account, card.exp_month, year, at);
  const known = cardByNumber(number);
  if (!known) throw declineError(realCardInTestMode, {}, { executed: false });
  if (card.cvc !== undefined && !new RegExp(`^\\d{${known.brand === 'amex' ? 4 : 3}}$`).test(card.cvc)) {
    throw errors.card(
      { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: `${at}[cvc]` },
      { executed: false },
    );
  }
  const { exp_month } = card;
  return createCard(
    account,
    known,
    { exp_month, exp_year: year, ...(card.cvc !== undefined && { cvc: card.cvc }) },
    toBilling(billing),
  );
}

/** The payment method of a request on an intent: the typed card or the named one; undefined if neither is given. */
export function requestedMethod(
  account: Account,
  given: { payment_method?: string | undefined; payment_method_data?: Params<typeof dataShape> | undefined },
  { publishable }: { publishable: boolean },
): string | undefined {
  const typed = given.payment_method_data;
  if (typed)
    return cardFromParams(account, typed.card, typed.billing_details, { publishable, at: 'payment_method_data[card]' })
      .id;
  return given.payment_method === undefined
    ? undefined
    : findPaymentMethod(account, given.payment_method, 'payment_method').id;
}
