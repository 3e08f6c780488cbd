import { endingOf, factsOf, noticePeriodOf, plannedEndOf, type EndingFacts } from './ending';
import { dayInJapan } from './japan-time';

const at = (year: number, month: number, date: number, hour = 3): number =>
  Date.UTC(year, month - 1, date, hour) / 1000;
const today = at(2027, 1, 20);
const facts = (changes: Partial<EndingFacts> = {}): EndingFacts => ({
  status: 'active',
  periodEnd: at(2027, 1, 31),
  anchor: at(2026, 10, 31),
  trialEnd: null,
  hasCard: true,
  ...changes,
});
const ways = (changes: Partial<EndingFacts>, enforced = false): string =>
  endingOf(facts(changes), noticePeriodOf(enforced), today)
    .map(({ way }) => way[0])
    .join('');

describe('which ends a subscription can have', () => {
  test.each([
    ['paid', {}, 'npllllllllllll'],
    ['in its trial, with a card', { status: 'trialing', trialEnd: at(2027, 1, 31) }, 'npllllllllllll'],
    ['in its trial, without a card: it ends with the trial', { status: 'trialing', hasCard: false }, 'np'],
    ['late: it has to be paid before it goes on', { status: 'past_due' }, 'np'],
    ['unpaid', { status: 'unpaid' }, 'np'],
    ['not begun', { status: 'incomplete' }, 'n'],
    ['paused', { status: 'paused' }, 'n'],
    ['over', { status: 'canceled' }, ''],
    ['of unknown periods', { anchor: undefined }, 'np'],
    ['for ten years', { anchor: at(2016, 12, 31) }, 'npllllllllllll'],
  ])('%s', (_what, changes, expected) => expect(ways(changes)).toBe(expected));

  test('the notice is enforced: ends within 30 days in Japan are left out', () => {
    expect(ways({}, true)).toBe('l'.repeat(12)); // 31 January is 11 days away, 28 February 39
    expect(ways({ periodEnd: today + 30 * 86_400 }, true)[0]).toBe('p');
    expect(ways({ periodEnd: today + 29 * 86_400, anchor: undefined }, true)).toBe('');
  });

  test('the notice is enforced: a trial and a late payment end freely', () => {
    expect(ways({ status: 'trialing', trialEnd: at(2027, 1, 31) }, true)).toBe('npllllllllllll');
    expect(ways({ status: 'past_due' }, true)).toBe('np');
  });
});

test('later ends: those of the periods, counted from their anchor in UTC, the 31st after a short month again', () => {
  const later = endingOf(facts(), noticePeriodOf(false), today).filter(({ way }) => way === 'later');
  expect(later.slice(0, 4).map(({ endsAt, renewals }) => [dayInJapan(endsAt), renewals.length])).toEqual([
    ['2027年2月28日', 1],
    ['2027年3月31日', 2],
    ['2027年4月30日', 3],
    ['2027年5月31日', 4],
  ]);
});

test('days around an end are days in Japan: a subscription that ends at midnight was used until the day before', () => {
  const midnight = at(2027, 2, 10, 15); // 11 February 00:00 in Japan
  const [, period] = endingOf(facts({ periodEnd: midnight }), noticePeriodOf(false), today);
  expect(period && [period.lastUse, period.boxBy, period.returnBy].map(dayInJapan)).toEqual([
    '2027年2月10日',
    '2027年2月18日',
    '2027年2月25日',
  ]);
});

test('a snapshot of an older version: its flag is the planned end, and later ends are not known', () => {
  const subscription = {
    id: 'sub_1',
    status: 'active' as const,
    cancel_at_period_end: true,
    current_period_end: at(2027, 1, 31),
    trial_end: null,
    items: [],
    default_payment_method: { card: null },
  };
  expect(plannedEndOf(subscription)).toBe(at(2027, 1, 31));
  expect(plannedEndOf({ ...subscription, cancel_at_period_end: false })).toBeUndefined();
  expect(plannedEndOf({ ...subscription, ends_at: at(2027, 3, 31) })).toBe(at(2027, 3, 31));
  expect(factsOf(subscription)).toEqual(facts({ anchor: undefined }));
});
