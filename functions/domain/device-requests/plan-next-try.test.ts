import { planNextTry, type NextTry } from './plan-next-try';

const now = 1_800_000_000;

test.each<[number, number]>([
  [1, 0],
  [5, 0],
  [6, 60],
  [7, 120],
  [8, 240],
  [9, 300],
  [5000, 300],
])('an outage at attempt %i: the next attempt comes %i seconds later', (tries, pause) => {
  expect(planNextTry({ tries, refusals: 1 }, ['passing'], now)).toEqual({ refusals: 1, nextTryAt: now + pause });
});

test.each<[number, NextTry]>([
  [0, { refusals: 1, nextTryAt: now + 60 }],
  [1, { refusals: 2, nextTryAt: now + 120 }],
  [3, { refusals: 4, nextTryAt: now + 480 }],
  [4, { refusals: 5, nextTryAt: now + 3_600, parkedAt: now }],
  [9, { refusals: 10, nextTryAt: now + 3_600, parkedAt: now }],
])('a refusal after %i earlier ones', (refusals, next) => {
  expect(planNextTry({ tries: 1, refusals }, ['passing', 'refused'], now)).toEqual(next);
});

test('a delivery that was not tried: due again at once', () => {
  expect(planNextTry({ tries: 1, refusals: 0 }, [], now)).toEqual({ refusals: 0, nextTryAt: now });
});

test('a setting that people must correct: tried every five minutes and never set aside', () => {
  const failing = { tries: 900, refusals: 0 };
  expect(planNextTry(failing, ['misconfigured', 'passing'], now)).toEqual({ refusals: 0, nextTryAt: now + 300 });
});
