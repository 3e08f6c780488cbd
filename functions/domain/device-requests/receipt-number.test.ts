import { newReceiptNumber } from './receipt-number';

test('carries the day in Japan and five letters that are not mistaken for each other', () => {
  const newYear = Date.parse('2026-12-31T15:00:00Z') / 1000;
  expect(newReceiptNumber(newYear)).toMatch(/^R-20270101-[2-9A-HJKMNP-TV-Z]{5}$/);
  expect(newReceiptNumber(newYear - 1)).toMatch(/^R-20261231-/);
});

test('is hardly ever the same twice in a day', () => {
  expect(new Set(Array.from({ length: 500 }, () => newReceiptNumber(1_800_000_000))).size).toBeGreaterThan(495);
});
