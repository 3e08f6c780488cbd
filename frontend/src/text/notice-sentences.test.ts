import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endingOf, noticePeriodOf, returnBoxDays, type EndingFacts, type NoticePeriod } from '#shared/model/ending';
import { boxPromise, lateCancellation, noticeRequest } from '#shared/model/ending-words';
import { daysBetweenInJapan } from '#shared/model/japan-time';
import { terms } from './terms';

const day = 86_400;
const today = Date.UTC(2027, 0, 20, 3) / 1000;
const subscription = (daysLeft: number): EndingFacts => ({
  status: 'active',
  periodEnd: today + daysLeft * day,
  anchor: today + daysLeft * day,
  trialEnd: null,
  hasCard: true,
});
const stages: [string, NoticePeriod][] = [
  ['told', noticePeriodOf(false)],
  ['enforced', noticePeriodOf(true)],
];

/** Every sentence of the product about the end of a subscription and a number of days, with its file. */
function sentences(): { path: string; sentence: string }[] {
  return ['frontend/src', 'functions', 'shared'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) => {
        const path = join(root, name);
        const texts = readFileSync(path, 'utf8').split(/[。\n]/);
        return texts
          .filter((text) => /(解約|終了|自動更新)/.test(text) && /日前|日以内|日目|日を過ぎ|週間以内/.test(text))
          .map((sentence) => ({ path, sentence: sentence.trim() }));
      }),
  );
}

test('every sentence about the notice of an end comes from the rule', () => {
  const others = sentences().filter(
    ({ path }) => path !== join('shared', 'model', 'ending-words.ts') && path !== join('shared', 'model', 'ending.ts'),
  );
  expect(others).toEqual([]);
});

test.each(stages)(
  'a trial can be ended free up to its hour: the terms do not ask for the day before (%s)',
  (_name, notice) => {
    const trialEnd = today + 3600;
    const trial = { ...subscription(0), status: 'trialing', periodEnd: trialEnd, trialEnd };
    expect(endingOf(trial, notice, today).map(({ way }) => way)).toEqual(expect.arrayContaining(['now', 'period']));
    expect(JSON.stringify(terms)).toContain('トライアルの終了日時までに解約のお手続きがない場合');
    expect(JSON.stringify(terms)).not.toContain('前日までに解約');
  },
);

describe.each(stages)('a stage where the notice is %s', (_name, notice) => {
  const ends = (daysLeft: number) => endingOf(subscription(daysLeft), notice, today);

  test('the request names the days of the rule', () => {
    expect(noticeRequest(notice)).toContain(`${notice.days}日前までに`);
    expect(JSON.stringify(terms)).toContain(noticeRequest(notice));
  });

  test('the text about a late notice fits the ends that can be chosen', () => {
    const atOnce = ends(10).some(({ way }) => way === 'now');
    const early = ends(10).filter(({ endsAt }) => daysBetweenInJapan(today, endsAt) < notice.days);
    expect(atOnce).toBe(lateCancellation(notice).includes('ただちに終了する'));
    expect(early.length > 0).toBe(lateCancellation(notice).includes('お受けします'));
    expect(early.length === 0).toBe(lateCancellation(notice).includes('終了することはできません'));
    // "Day 30 or later" can be chosen on every stage.
    expect(ends(notice.days).some(({ way }) => way === 'period')).toBe(true);
  });

  test('the box comes when the sentence says', () => {
    for (const { endsAt, boxBy } of ends(40)) expect(boxBy - endsAt).toBe(returnBoxDays * day);
    expect(boxPromise).toContain(`${returnBoxDays / 7}週間以内`);
  });
});
