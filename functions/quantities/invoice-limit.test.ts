import { tooManyFor } from '#functions/limits/limits';
import { waitForInvoice } from './plan-change';

const now = 1_800_000_000;
const minutes = (count: number, every: number): number[] =>
  Array.from({ length: count }, (_, index) => now - index * every * 60);

test.each([
  ['none yet', [], 0],
  ['7 within a minute', Array.from({ length: 7 }, () => now - 10), 0],
  ['8 within a minute: until the first of them is a minute old', [now - 50, ...minutes(7, 0)], 10],
  ['8 a minute ago', Array.from({ length: 8 }, () => now - 60), 0],
  ['14 within a day', minutes(14, 30), 0],
  ['15 within a day: until the first of them is a day old', minutes(15, 60), 10 * 3600],
  ['20, also made by staff: until 14 are left', minutes(20, 60), 10 * 3600],
  ['15, the first of them a day ago', minutes(15, 24 * 60), 0],
])('%s: %3$i s', (_what, invoicedAt, wait) => {
  expect(waitForInvoice(invoicedAt, now)).toBe(wait);
});

test.each([
  [10, '約1分後'],
  [3540, '約59分後'],
  [3600, '約1時間後'],
  [10 * 3600 + 1, '約11時間後'],
])('%i s are told as %s, with the seconds in retryAfter', (wait, words) => {
  const refusal = tooManyFor(wait, 'TOO_MANY_CHANGES');
  expect(refusal).toMatchObject({ code: 'TOO_MANY_CHANGES', status: 429, details: { retryAfter: wait } });
  expect(refusal.message).toContain(words);
});
