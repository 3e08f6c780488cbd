import { endsRequest } from '#shared/model/device-request';
import { isLocked, lockFor, meaningOf, statesBefore } from './request-states';

test('a device is locked until the end of its lock; without a lock it is not locked', () => {
  expect([undefined, { lockUntil: 100 }, { lockUntil: 101 }].map((lock) => isLocked(lock, 100))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a lock applies only to owners of the subscription that the request was made under', () => {
  const lock = { requestedUnder: 'sub_1' };
  expect([
    lockFor(lock, new Set(['sub_2', 'sub_1'])),
    lockFor(lock, new Set(['sub_2'])),
    lockFor(undefined, new Set(['sub_1'])),
  ]).toEqual([lock, undefined, undefined]);
});

test.each([
  ['return', '返却', true],
  ['exchange', '返却', true],
  ['return', '出荷', false],
  ['return', null, false],
  ['repair', '返却', false],
] as const)('a %s of a device that shows %s: ended is %s', (kind, status, ended) => {
  expect(endsRequest(kind, { status })).toBe(ended);
});

test.each([
  [null, 'delivered', ['accepted']],
  ['受付', 'delivered', ['accepted']],
  ['対応中', 'in_work', ['accepted', 'delivered']],
  ['完了', 'done', ['accepted', 'delivered', 'in_work']],
  ['取消', 'cancelled', ['accepted', 'delivered', 'in_work']],
] as const)('the stage %s means %s and comes after %j', (stage, state, before) => {
  expect(meaningOf(stage).request).toBe(state);
  expect(statesBefore(state)).toEqual(before);
});
