import { plannedEndOf, returnTimes, waysToEnd } from './ending';
import { dayInJapan } from './japan-time';

const at = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date, 3) / 1000;

test.each([
  ['paid', 'active', null, ['renewal', 'now']],
  ['in its trial', 'trialing', null, ['renewal', 'now']],
  ['late', 'past_due', null, ['renewal', 'now']],
  ['ending already', 'active', at(2027, 1, 31), ['now']],
  ['not begun', 'incomplete', null, ['now']],
  ['paused', 'paused', null, ['now']],
  ['over', 'canceled', null, []],
  ['never begun', 'incomplete_expired', null, []],
])('how a subscription can end that is %s', (_what, status, endsAt, ways) =>
  expect(waysToEnd({ status, endsAt })).toEqual(ways),
);

test('the box comes within a week of the end, and goes back within another', () => {
  const { boxBy, returnBy } = returnTimes(at(2027, 1, 31));
  expect([boxBy, returnBy].map(dayInJapan)).toEqual(['2027年2月7日', '2027年2月14日']);
});

test('the planned end', () => {
  expect(plannedEndOf({ ends_at: null })).toBeUndefined();
  expect(plannedEndOf({ ends_at: at(2027, 3, 31) })).toBe(at(2027, 3, 31));
});
