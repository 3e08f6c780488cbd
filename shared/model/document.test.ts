import { type DocumentLine, sentenceOf } from './document';

/** Unix seconds of a moment in Japan. */
const at = (moment: string): number => Date.parse(`${moment}:00+09:00`) / 1000;
const renewal = (start: string, end: string): DocumentLine => ({
  kind: 'renewal',
  name: 'Revonizer 1台目',
  quantity: 1,
  unitAmount: 9_900,
  amount: 9_900,
  discount: 0,
  period: { start: at(start), end: at(end) },
});

test.each([
  ['in the middle of a day', '2026-11-10T15:00', '2026-12-10T15:00', '11月10日〜12月9日'],
  ['at midnight', '2026-11-10T00:00', '2026-12-10T00:00', '11月10日〜12月9日'],
  ['in the first minute of a day', '2026-11-10T00:01', '2026-12-10T00:01', '11月10日〜12月9日'],
  ['at a shorter month’s end', '2027-01-31T12:00', '2027-02-28T12:00', '1月31日〜2月27日'],
  ['after some hours', '2026-11-10T15:00', '2026-11-10T18:00', '11月10日'],
  ['in the night after', '2026-11-10T23:00', '2026-11-11T01:00', '11月10日'],
])('a period that ends %s: no day belongs to two periods', (_what, start, end, days) => {
  expect(sentenceOf(renewal(start, end))).toBe(`Revonizer 1台目 1台 × 月額9,900円（${days}）`);
});
