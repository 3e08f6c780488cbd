import { plainDigits } from '../numbers';
import { tidyPostalCode } from './typed-text';
import * as z from 'zod/mini';
import { profileNameSchema, usernameSchema } from './account';
import { exchangeRequestSchema } from './device';
import { receiptWishSchema } from './document';
import { impersonationReasonSchema } from './impersonation';
import { parcelSchema } from './movement';
import { anyPhoneSchema } from './phone';
import { shopEditSchema, shopOnlyDataSchema } from './shop-form';

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

test('a text that is no postal code stays as it is', () => {
  expect(tidyPostalCode('〒123')).toBe('〒123');
  expect(tidyPostalCode('〒107-0062')).toBe('1070062');
});

const { storeName, shippingName, billingLine2 } = shopOnlyDataSchema.shape;

describe.each([
  ['a user', usernameSchema],
  ['a profile', profileNameSchema],
  ['a shop', storeName],
  ['a recipient', shippingName],
  ['a line of an address', billingLine2],
  ['an addressee', receiptWishSchema.shape.addressee],
  ['a carrier', parcelSchema.shape.carrier],
  ['an impersonation, which is its reason', impersonationReasonSchema],
  ['a number to call in any form', anyPhoneSchema],
])('the name of %s', (_what, schema) => {
  test.each([
    ['a line end, as a copied cell has', '青山\r\nサロン\n', '青山 サロン'],
    ['control characters', '青山\u0000\u0008\u007F\u0085サロン', '青山 サロン'],
    ['separators of lines and paragraphs', '青山\u2028サロン\u2029', '青山 サロン'],
    ['what turns the direction round, as a copied path has', '\u202A青山サロン\u202C\u2066\u2069\u200F', '青山サロン'],
    ['an emoji of several, which stays', '青山👩\u200D🔧サロン', '青山👩\u200D🔧サロン'],
  ])('%s', (_name, typed, kept) => {
    expect(z.parse(schema, typed)).toBe(kept);
  });
});

test('nothing but invisible characters is no name', () => {
  expect(storeName.safeParse('\u202E\u0000').error?.issues[0]?.message).toBe('店舗名を入力してください');
  expect(usernameSchema.safeParse('花\u202E\u202E').success).toBe(false);
});

test('an edited shop has such names too', () => {
  expect(shopEditSchema.parse({ metadata: { サロン名: '青山\nサロン\u202E' } })).toEqual({
    metadata: { サロン名: '青山 サロン' },
  });
});

test('notes keep their lines, and lose what Kintone need not take', () => {
  const notes = '\u0000上の\u0007棚\r\n\tです\u2028以上\u202E\n';
  expect(z.parse(exchangeRequestSchema.shape.notes, notes)).toBe('上の棚\n\tです\n以上');
});
