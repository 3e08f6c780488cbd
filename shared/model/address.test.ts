import { toInternationalPhone, toJapanesePhone } from './address';

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
