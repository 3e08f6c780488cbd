import { plainDigits, plainPhone } from '../digits';
import { tidyPhone, tidyPostalCode } from './digits';

test.each([
  ['１２３４５６', '123456'],
  ['107-0062', '1070062'],
  ['１０７－００６２', '1070062'],
  ['107ー0062', '1070062'],
  ['123 456', '123456'],
  ['12a', '12a'],
])('the digits of %s: %s', (typed, digits) => {
  expect(plainDigits(typed)).toBe(digits);
});

test.each([
  ['03-1234-5678', '0312345678'],
  ['(03) 1234-5678', '0312345678'],
  ['０９０－１２３４－５６７８', '09012345678'],
  ['+81 90-1234-5678', '09012345678'],
  ['+81 (0)90-1234-5678', '09012345678'],
])('the phone number %s: %s', (typed, number) => {
  expect(plainPhone(typed)).toBe(number);
  expect(tidyPhone(typed)).toBe(number);
});

test('a text that is no phone number or postal code stays as it is', () => {
  expect(tidyPhone('内線 12')).toBe('内線 12');
  expect(tidyPostalCode('〒123')).toBe('〒123');
  expect(tidyPostalCode('〒107-0062')).toBe('1070062');
});
