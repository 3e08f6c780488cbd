import { passesLuhn } from '../../rules/luhn';
import { errorOf, toForm } from '../frame/api';
import { caretAfter } from '../frame/field';
import {
  checkCvc,
  checkExpiry,
  checkNumber,
  cvcDigits,
  expiryDigits,
  formatExpiry,
  formatNumber,
  numberDigits,
  ruleOf,
} from './card';

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
  ['30569309025904', 'diners', '3056 930902 5904'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
])('%s is a %s card and reads %s', (number, brand, shown) => {
  expect(ruleOf(number).brand).toBe(brand);
  expect(formatNumber(number)).toBe(shown);
  expect(checkNumber(number)).toBeUndefined();
});

test('a wrong digit, two swapped digits and a short number are refused', () => {
  expect(passesLuhn('4242424242424241')).toBe(false);
  expect(checkNumber('2424424242424242')).toBeDefined();
  expect(checkNumber('4242424242424241')).toBe('invalid_number');
  expect(checkNumber('424242424242')).toBe('incomplete_number');
  expect(checkNumber('')).toBe('incomplete_number');
});

test('pasted and full-width digits are accepted; digits beyond the card’s length are dropped', () => {
  expect(numberDigits('4242-4242 4242　4242 99')).toBe('4242424242424242');
  expect(numberDigits('４２４２4242')).toBe('42424242');
  expect(numberDigits('3782 822463 100056')).toBe('378282246310005');
});

test.each([
  ['1', '1', '1'],
  ['12', '12', '12 / '],
  ['5', '05', '05 / '],
  ['1/', '01', '01 / '],
  ['12 / 27', '1227', '12 / 27'],
  ['12/2027', '1227', '12 / 27'],
  ['122027', '1227', '12 / 27'],
  ['2027-12', '1227', '12 / 27'],
  ['１２２７', '1227', '12 / 27'],
])('expiry %p is read as %p and shown as %p', (typed, digits, shown) => {
  expect(expiryDigits(typed)).toBe(digits);
  expect(formatExpiry(digits)).toBe(shown);
});

test('a card is valid until the end of its month', () => {
  const today = new Date(2027, 0, 31);
  expect(checkExpiry('0127', today)).toBeUndefined();
  expect(checkExpiry('1226', today)).toBe('invalid_expiry_year_past');
  expect(checkExpiry('0127', new Date(2027, 1, 1))).toBe('invalid_expiry_month_past');
  expect(checkExpiry('1327', today)).toBe('invalid_expiry_month');
  expect(checkExpiry('0027', today)).toBe('invalid_expiry_month');
  expect(checkExpiry('0178', today)).toBe('invalid_expiry_year');
  expect(checkExpiry('01', today)).toBe('incomplete_expiry');
});

test('a security code has three digits, four for American Express', () => {
  expect(cvcDigits('12345', ruleOf('4'))).toBe('123');
  expect(cvcDigits('12345', ruleOf('37'))).toBe('1234');
  expect(checkCvc('123', ruleOf('4'))).toBeUndefined();
  expect(checkCvc('123', ruleOf('37'))).toBe('incomplete_cvc');
});

test('after formatting, the caret stays behind the same digit', () => {
  expect(caretAfter('4242 4242 4', 5)).toBe(6);
  expect(caretAfter('12 / ', 2)).toBe(5);
  expect(caretAfter('4242', 0)).toBe(0);
});

test('nested parameters become Stripe’s bracket notation', () => {
  expect(
    toForm({
      type: 'card',
      card: { exp_month: 1 },
      billing_details: { name: null, address: { line1: '南青山' } },
    }).toString(),
  ).toBe(
    new URLSearchParams({
      type: 'card',
      'card[exp_month]': '1',
      'billing_details[address][line1]': '南青山',
    }).toString(),
  );
});

test('an error keeps its type and codes; its text is Japanese if a card holder can act on it', () => {
  const declined = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  };
  expect(errorOf({ error: declined })).toEqual({
    ...declined,
    message: 'カードの残高または利用限度額が不足しています。',
  });
  expect(errorOf({ error: { ...declined, decline_code: 'lost_card' } })).toMatchObject({
    decline_code: 'lost_card',
    message: 'カードが拒否されました。',
  });
  expect(
    errorOf({ error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such setupintent' } })
      .message,
  ).toBe('No such setupintent');
  expect(errorOf('not json').type).toBe('api_error');
});
