import { monthsLater } from '#shared/model/japan-time';
import { periodEndsOf } from '#shared/model/ending';
import { decideDunning, type DunningFacts } from './dunning';

const hour = 3_600;
const day = 24 * hour;

interface Life {
  anchor: number;
  /** The period whose renewal is not paid, counted from the anchor. */
  period: number;
  /** Whether the daily job runs on a day after the renewal. */
  runs?: (days: number) => boolean;
  /** Seconds until a notice is mailed; undefined: never. */
  mailedAfter?: number;
}

/** What the daily job decides until the second period's end, with the time of each decision. */
function live({ anchor, period, runs = () => true, mailedAfter = hour }: Life) {
  const renewed = monthsLater(anchor, period);
  const steps: { at: number; do: string; endsAt: number }[] = [];
  let last: DunningFacts['last'];
  let plannedEnd: number | null = null;
  for (let days = 0; days < 65; days += 1) {
    const now = renewed + days * day + 7 * hour;
    if (plannedEnd !== null && now >= plannedEnd) break;
    if (!runs(days)) continue;
    let periodEnds = periodEndsOf(anchor, monthsLater(anchor, period + 1));
    if (now >= periodEnds[0]) periodEnds = periodEndsOf(anchor, periodEnds[1]);
    for (;;) {
      const made = decideDunning({ dueAt: renewed + hour, now, periodEnds, plannedEnd, last });
      if (made.do === 'wait') break;
      steps.push({ at: now, do: made.do === 'tell' ? made.step : made.do, endsAt: made.endsAt });
      if (made.do === 'plan') plannedEnd = made.endsAt;
      else last = { step: made.step, endsAt: made.endsAt, ...(made.step === 'ends-soon' && sentAt(now, made.endsAt)) };
    }
  }
  function sentAt(now: number, endsAt: number): { sentAt?: number } {
    const at = now + (mailedAfter ?? Infinity);
    return at <= endsAt - 3 * day ? { sentAt: at } : {};
  }
  return { steps, ends: monthsLater(anchor, period + 1), next: monthsLater(anchor, period + 2) };
}

/** Every day of a month, at the ends of the day in UTC and in Japan. */
const anchors = Array.from({ length: 31 }, (_, index) =>
  [0, 14 * hour, 15 * hour, day - 1].map((time) => Date.UTC(2027, 0, index + 1) / 1000 + time),
).flat();
const all = anchors.flatMap((anchor) => Array.from({ length: 26 }, (_, period) => ({ anchor, period })));
const kinds = ['payment-overdue', 'ends-in-two-weeks', 'ends-soon', 'plan'];

test('any day of any month, leap years too: three notices, and the end is that of the unpaid period', () => {
  expect(all).toHaveLength(31 * 4 * 26);
  for (const one of all) {
    const { steps, ends } = live(one);
    expect(steps.map((step) => step.do)).toEqual(kinds);
    for (const { endsAt } of steps) expect(endsAt).toBe(ends);
    const soon = steps.find((step) => step.do === 'ends-soon')?.at ?? Infinity;
    expect(ends - soon).toBeGreaterThanOrEqual(3 * day + hour);
  }
});

test('the job misses any day, and mails are 16 hours late: the same end', () => {
  for (const one of all.filter(({ period }) => period === 0))
    for (let missed = 0; missed < 31; missed += 1) {
      const { steps, ends } = live({
        ...one,
        runs: (days) => days !== missed,
        mailedAfter: missed % 2 ? hour : 16 * hour,
      });
      expect(steps.at(-1)).toMatchObject({ do: 'plan', endsAt: ends });
    }
});

test('the last notice cannot be mailed: no end, and the next period’s is told from the start', () => {
  for (const one of all.filter(({ period }) => period < 13)) {
    const { steps, ends, next } = live({ ...one, mailedAfter: 10 * day });
    expect(steps.filter(({ endsAt }) => endsAt === ends).map((step) => step.do)).toEqual(kinds.slice(0, 3));
    expect(steps.filter(({ endsAt }) => endsAt === next).map((step) => step.do)).toEqual(kinds.slice(0, 3));
  }
});

test('no run for a month: a whole period with all its notices before the end', () => {
  for (const one of all.filter(({ period }) => period < 13)) {
    const { steps, next } = live({ ...one, runs: (days) => days > 33 });
    expect(steps.map((step) => step.do)).toEqual(kinds);
    for (const { endsAt } of steps) expect(endsAt).toBe(next);
  }
});

const facts: DunningFacts = {
  dueAt: 0,
  now: 20 * day,
  periodEnds: [30 * day, 61 * day],
  plannedEnd: null,
  last: undefined,
};
test.each<[string, Partial<DunningFacts>, object]>([
  ['seen late: the latest notice alone', {}, { do: 'tell', step: 'ends-in-two-weeks', endsAt: 30 * day }],
  [
    'due within a period: a month late at the end of the next one',
    { dueAt: 10 * day },
    { do: 'tell', step: 'payment-overdue', endsAt: 61 * day },
  ],
  [
    'an end that was cut off before Stripe had it is planned',
    { now: 28 * day, last: { step: 'ending', endsAt: 30 * day, sentAt: 26 * day } },
    { do: 'plan', endsAt: 30 * day },
  ],
  [
    'its owner has planned the same end, or an earlier one: nothing is left to do',
    { now: 28 * day, plannedEnd: 30 * day, last: { step: 'ends-soon', endsAt: 30 * day, sentAt: 26 * day } },
    { do: 'wait' },
  ],
  [
    'a later end is planned: this one counts',
    { now: 28 * day, plannedEnd: 90 * day, last: { step: 'ends-soon', endsAt: 30 * day, sentAt: 26 * day } },
    { do: 'plan', endsAt: 30 * day },
  ],
])('%s', (_what, given, decision) => {
  expect(decideDunning({ ...facts, ...given })).toEqual(decision);
});
