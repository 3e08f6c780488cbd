import { plainPhone } from '../numbers';
import * as fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  anyPhoneSchema,
  courierPhoneSchema,
  profilePhoneSchema,
  smsPhoneSchema,
  toInternationalPhone,
  toJapanesePhone,
} from './phone';

const digits = '日本の電話番号形式で入力してください（例：09012345678）';
const mobile = 'SMSを受け取れる携帯電話の番号を入力してください（例：09012345678）';
const courierDigits = '電話番号を入力してください（例：03-1234-5678）';
const callable = '配送会社からの電話を受けられる番号を入力してください（0570・0990などの番号は使えません）';

/** The number that a schema makes of a text, or the first text that refuses it. */
const outcome = (schema: typeof smsPhoneSchema, typed: string): string | undefined => {
  const { data, error } = schema.safeParse(typed);
  return data ?? error?.issues[0]?.message;
};

test.each([
  ['03-1234-5678', '0312345678'],
  ['(03) 1234-5678', '0312345678'],
  ['０９０－１２３４－５６７８', '09012345678'],
  ['+81 90-1234-5678', '09012345678'],
  ['+81 (0)90-1234-5678', '09012345678'],
])('the phone number %s: %s', (typed, number) => {
  expect(plainPhone(typed)).toBe(number);
  expect(anyPhoneSchema.parse(typed)).toBe(number);
});

test.each([
  ['09012345678', '+819012345678'],
  ['0312345678', '+81312345678'],
])('%s is %s abroad, and back', (typed, international) => {
  expect(toInternationalPhone(typed)).toBe(international);
  expect(toJapanesePhone(international)).toBe(typed);
});

test.each(['', '90-1234-5678', '9012345678', '012345678', '090123456789', '+819012345678', '０９０１２３４５６７８'])(
  '%j is no number as typed in Japan',
  (typed) => {
    expect(toInternationalPhone(typed)).toBeUndefined();
  },
);

test.each(['', '+15551234567', '+81', '+8190', '09012345678', '+81901234567890'])(
  '%j is no Japanese number in E.164',
  (international) => {
    expect(toJapanesePhone(international)).toBeUndefined();
  },
);

test('what is no phone number stays as it is in a text without rules', () => {
  expect(anyPhoneSchema.parse('内線 12')).toBe('内線 12');
});

test.each(['+819012345678', '+81 90-1234-5678', '+81 (0)90-1234-5678', '０９０－１２３４－５６７８'])(
  '%s is taken in the store form, the profile, the edit of a shop and for SMS',
  (typed) => {
    for (const schema of [courierPhoneSchema, profilePhoneSchema, anyPhoneSchema, smsPhoneSchema])
      expect(outcome(schema, typed)).toBe('09012345678');
  },
);

test.each([
  ['06012345678', '06012345678'],
  ['060-1234-5678', '06012345678'],
  ['+816012345678', '06012345678'],
  ['08001234567', mobile],
  ['05012345678', mobile],
  ['0312345678', mobile],
  ['09001234567', mobile],
  ['090123456', digits],
  ['', digits],
])('%j for SMS: %s', (typed, expected) => {
  expect(outcome(smsPhoneSchema, typed)).toBe(expected);
});

test.each([
  ['0000000000', callable],
  ['00000000000', callable],
  ['0570-012-345', callable],
  ['0990123456', callable],
  ['0180123456', callable],
  ['02012345678', callable],
  // A mobile number that lacks a digit, and a fixed one that has one too many.
  ['0901234567', callable],
  ['03123456789', callable],
  ['', courierDigits],
  ['内線 12', courierDigits],
  ['0120-123-456', '0120123456'],
  ['0800-123-4567', '08001234567'],
  ['06-6666-6666', '0666666666'],
  ['050-1234-5678', '05012345678'],
])('%j as the number of a courier: %s', (typed, expected) => {
  expect(outcome(courierPhoneSchema, typed)).toBe(expected);
});

const typeOf = (typed: string): string | undefined => {
  const number = parsePhoneNumberFromString(typed, 'JP');
  return number?.isValid() ? number.getType() : undefined;
};

test('mobile numbers are those of libphonenumber, and it knows no number for a driver that is refused here', () => {
  const service = fc.constantFrom(
    '0120',
    '0570',
    '0990',
    '0800',
    '050',
    '060',
    '070',
    '080',
    '090',
    '020',
    '03',
    '06',
    '0',
  );
  const number = fc.tuple(service, fc.stringMatching(/^[0-9]{6,10}$/)).map(([prefix, rest]) => `${prefix}${rest}`);
  fc.assert(
    fc.property(
      number.filter((typed) => /^0[0-9]{9,10}$/.test(typed)),
      (typed) => {
        const type = typeOf(typed);
        expect([typed, smsPhoneSchema.safeParse(typed).success]).toEqual([typed, type === 'MOBILE']);
        const isCallable = courierPhoneSchema.safeParse(typed).success;
        if (type === 'UAN' || type === 'PREMIUM_RATE' || type === 'PAGER')
          expect([typed, isCallable]).toEqual([typed, false]);
        if (type === 'FIXED_LINE' || type === 'MOBILE' || type === 'VOIP')
          expect([typed, isCallable]).toEqual([typed, true]);
      },
    ),
    { numRuns: 3000 },
  );
});
