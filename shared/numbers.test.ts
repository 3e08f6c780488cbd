import { yen } from './numbers';

test('yen are formatted as whole numbers in groups of three', () => {
  expect([yen(0), yen(999), yen(9900), yen(198000), yen(1_234_567)]).toEqual([
    '0円',
    '999円',
    '9,900円',
    '198,000円',
    '1,234,567円',
  ]);
});

test('what is taken off has the minus of all texts, which is as wide as a digit', () => {
  expect([yen(-900), yen(-10_000)]).toEqual(['−900円', '−10,000円']);
});
