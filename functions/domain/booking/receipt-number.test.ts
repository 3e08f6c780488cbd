import { newReceiptNumber } from './receipt-number';

test('a number has the day in Japan and five letters without look-alikes', () => {
  const newYear = Date.parse('2026-12-31T15:00:00Z') / 1000;
  expect(newReceiptNumber(newYear)).toMatch(/^R-20270101-[2-9A-HJKMNP-TV-Z]{5}$/);
  expect(newReceiptNumber(newYear - 1)).toMatch(/^R-20261231-/);
});

test('many numbers of one day: hardly any repeats', () => {
  expect(new Set(Array.from({ length: 500 }, () => newReceiptNumber(1_800_000_000))).size).toBeGreaterThan(495);
});
