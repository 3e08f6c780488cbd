import type { Movement } from '#shared/model/movement';
import { aMovement } from '../../testing/movements';
import { nextSteps } from './next-steps';

const movement = (more: Partial<Movement>): Movement =>
  aMovement({ cause: 'lowered', promisedBy: '2026-12-28', ...more });
const marks = { done: '✓', current: '>', later: '-' } as const;
const shown = (more: Partial<Movement>): string[] =>
  nextSteps(movement(more)).map(({ text, by, state }) => [marks[state], text, by].filter(Boolean).join(' '));

test('a collection: box, sending back a week later, arrival; the days cross the year', () => {
  expect(shown({})).toEqual([
    '> 返却用の箱を発送します 2026年12月28日まで',
    '- 箱が届いたら、デバイスと付属品をご返送ください 2027年1月4日まで',
    '- 到着の確認後、返却は完了です',
  ]);
});

test.each([
  ['collect', 'box-sent', '✓>-'],
  ['collect', 'on-its-way', '✓>'],
  ['collect', 'arrived', '✓✓'],
  ['swap', 'ordered', '>--'],
  ['swap', 'box-sent', '✓>-'],
  ['ship', 'ordered', '>-'],
  ['ship', 'on-its-way', '✓>'],
  ['ship', 'arrived', '✓✓'],
] as const)('%s, %s: %s', (kind, state, expected) => {
  expect(
    nextSteps(movement({ kind, state }))
      .map((step) => marks[step.state])
      .join(''),
  ).toBe(expected);
});

test('what is done is said as done, without a day', () => {
  expect(shown({ kind: 'ship', state: 'on-its-way' })).toEqual(['✓ デバイスを発送しました', '> デバイスを配送中です']);
  expect(shown({ kind: 'swap', state: 'on-its-way' })).toEqual([
    '✓ 交換機を発送しました',
    '✓ お手元のデバイスをご返送いただきました',
    '> 到着の確認後、交換は完了です',
  ]);
});

test('devices that come back, maybe in a box of their owner: nothing is said of ours', () => {
  expect(shown({ state: 'box-sent' })[0]).toBe('✓ 返却用の箱を発送しました');
  expect(shown({ state: 'on-its-way', lowers: 'done' })).toEqual([
    '✓ デバイスをご返送いただきました',
    '> 到着の確認後、返却は完了です',
  ]);
});

test('a return whose lower quantity is not booked yet says so', () => {
  expect(shown({ lowers: 'due' }).at(-1)).toBe('- 到着を確認します。契約台数を1台減らす手続きは進行中です');
});
