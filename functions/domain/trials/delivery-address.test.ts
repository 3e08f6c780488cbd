import { addressHash, normalizeAddress } from './delivery-address';

const at = (line1: string, line2 = '', postalCode = '1070062') => ({ postalCode, state: '東京都', line1, line2 });
const one = normalizeAddress(at('港区南青山1-2-3', 'ビル2階'));

test.each([
  at('港区南青山１－２－３', 'ビル２階'),
  at('港区南青山1‐2‐3', 'ビル2階'),
  at('港区南青山1ー2ー3', 'ビル2階'),
  at('港区南青山1−2—3', ' ﾋﾞﾙ2階 '),
  at('港区南青山一丁目2番3号', 'ビル2階'),
  at('港区南青山1丁目２番地３', 'ビル　2階'),
  at('港区南青山1-2-3ビル2階'),
  at('港区 南青山 1-2-3', 'ビル2階', '9999999'),
  at('東京都港区南青山1-2-3', 'ビル2階'),
  at('東京都　港区南青山1-2-3', 'ビル2階'),
  at('港区南青山1-02-003', 'ビル2階'),
  at('港区南青\u200b山1-2-3\ufe00', '\u202eビル2階'),
  at('港区南青山#1-2-3!', '（ビル2階）'),
])('%j is the same place', (address) => {
  expect(normalizeAddress(address)).toBe(one);
});

test.each([
  at('港区南青山1-2-3', 'ビル3階'),
  at('港区南青山1-23', 'ビル2階'),
  at('港区南青山12-3', 'ビル2階'),
  at('港区南青山10-2-3', 'ビル2階'),
  at('港区南青山1-2-30', 'ビル2階'),
  at('港区北青山1-2-3', 'ビル2階'),
  { ...at('港区南青山1-2-3', 'ビル2階'), state: '大阪府' },
])('%j is another place', (address) => {
  expect(normalizeAddress(address)).not.toBe(one);
});

test('十二丁目 is 12, 二十 is 20; without a city the postal code tells', () => {
  expect(normalizeAddress(at('札幌市北十二丁目二十番地'))).toBe('東京都札幌市北12-20');
  expect(normalizeAddress(at('1-2-3'))).not.toBe(normalizeAddress(at('1-2-3', '', '1500001')));
});

test('two users have different hashes of one place', () => {
  expect(addressHash('a', at('1-2-3'))).not.toBe(addressHash('b', at('1-2-3')));
});
