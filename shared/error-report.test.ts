import { withoutData } from './error-report';

test.each([
  ["Cannot read properties of undefined (reading 'name')", 'Cannot read properties of undefined (reading …)'],
  ['Unexpected token \'山\', "山田花子" is not valid JSON', 'Unexpected token …, … is not valid JSON'],
  ['no user hanako@example.jp at https://portal.example/store/cus_1?x=y', 'no user … at …'],
  ['店舗 cus_NffrFeUfNV2Hib has 3 devices', '… … has … devices'],
  ['x is not a function', 'x is not a function'],
  ['a '.repeat(300), 'a '.repeat(100)],
])('a message without data: %s', (message, left) => {
  expect(withoutData(message)).toBe(left.length === 200 ? left : left.trim());
});
