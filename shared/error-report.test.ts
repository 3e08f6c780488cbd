import { framesOf, withoutData } from './error-report';

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

test('frames of Chrome and of Firefox and Safari: only those of the page’s own scripts, without address', () => {
  expect(
    framesOf(
      [
        'TypeError: 山田 is not a function',
        '    at Shop (https://portal.example/assets/index-AbC_1.js:3:27)',
        '    at https://portal.example/assets/index-AbC_1.js:1:5',
        '    at chrome-extension://abc/content.js:1:1',
        'render@https://portal.example/assets/screen-x.js:9:10',
        '@https://portal.example/store/cus_1?token=secret:1:1',
      ].join('\n'),
    ),
  ).toEqual(['Shop index-AbC_1.js:3:27', 'index-AbC_1.js:1:5', 'render screen-x.js:9:10']);
  expect(framesOf(' at f (/assets/a.js:1:1)\n'.repeat(50))).toHaveLength(20);
});
