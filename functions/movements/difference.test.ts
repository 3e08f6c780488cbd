import type { MovementState } from '#shared/model/movement';
import { aMovement } from '#functions/testing/a-movement';
import { differenceOf } from './daily-digest';
import type { MovementItem } from './movements-table';

const day = 86_400;

type Moved = Partial<MovementItem> & Pick<MovementItem, 'kind' | 'cause' | 'state'>;
/** Devices of a shop. */
interface Seed {
  billed: number;
  held: number;
  movements?: Moved[];
}

const ship = (count: number, state: MovementState, more = {}): Moved[] => [
  { kind: 'ship', cause: 'raised', count, state, ...more },
];
const collect = (count: number, state: MovementState, more = {}): Moved[] => [
  { kind: 'collect', cause: 'lowered', count, state, ...more },
];
const giveBack = (state: MovementState, more = {}): Moved[] => [{ kind: 'collect', cause: 'return', state, ...more }];
const swap = (state: MovementState): Moved[] => [{ kind: 'swap', cause: 'exchange', state }];
const open = ['ordered', 'box-sent', 'on-its-way', 'arrived'] as const;

/** Everything that happens in a shop whose records are right, however late the staff enter them. */
const right: Seed[] = [
  { billed: 3, held: 3 },
  { billed: 0, held: 0 },
  ...open.flatMap((state) => [
    { billed: 3, held: 0, movements: ship(3, state) },
    { billed: 3, held: 2, movements: ship(2, state) },
    { billed: 3, held: 3, movements: ship(2, state) },
    { billed: 1, held: 3, movements: collect(2, state) },
    { billed: 1, held: 2, movements: collect(2, state) },
    { billed: 1, held: 1, movements: collect(2, state) },
    { billed: 1, held: 3, movements: collect(2, state, { serialNumbers: ['0', '1'] }) },
    { billed: 0, held: 3, movements: collect(3, state, { cause: 'ended' }) },
    { billed: 3, held: 2, movements: swap(state) },
    { billed: 3, held: 4, movements: swap(state) },
    { billed: 3, held: 3, movements: giveBack(state, { serialNumbers: ['0'] }) },
    { billed: 2, held: 3, movements: giveBack(state, { lowers: 'done', serialNumbers: ['0'] }) },
    { billed: 3, held: 3, movements: [...ship(1, state), ...giveBack(state)] },
  ]),
  { billed: 2, held: 2, movements: giveBack('closed', { lowers: 'done' }) },
  { billed: 3, held: 2, movements: ship(1, 'closed', { movedAt: day }) },
  { billed: 2, held: 3, movements: collect(1, 'closed', { movedAt: day }) },
  { billed: 3, held: 3, movements: ship(1, 'withdrawn') },
];

/** What no movement explains, and the difference. */
const wrong: [number, Seed][] = [
  [-1, { billed: 3, held: 2 }],
  [1, { billed: 2, held: 3 }],
  [-3, { billed: 3, held: 0 }],
  [1, { billed: 0, held: 1 }],
  [-1, { billed: 3, held: 2, movements: ship(1, 'closed') }],
  [-1, { billed: 3, held: 2, movements: ship(1, 'withdrawn') }],
  [1, { billed: 3, held: 4, movements: ship(1, 'ordered') }],
  [-1, { billed: 3, held: 1, movements: ship(1, 'on-its-way') }],
  [1, { billed: 2, held: 3, movements: collect(1, 'closed') }],
  [1, { billed: 2, held: 3, movements: collect(1, 'withdrawn') }],
  [-1, { billed: 2, held: 1, movements: collect(1, 'ordered') }],
  [1, { billed: 2, held: 4, movements: collect(1, 'arrived') }],
  [2, { billed: 0, held: 2, movements: collect(2, 'closed', { cause: 'ended' }) }],
  // Its owner goes on paying for a device that came back.
  [-1, { billed: 3, held: 2, movements: giveBack('closed') }],
  [-1, { billed: 3, held: 2, movements: giveBack('arrived') }],
  // What a movement names explains nothing once it is not held.
  [1, { billed: 1, held: 3, movements: collect(2, 'box-sent', { serialNumbers: ['0', 'gone'] }) }],
  [1, { billed: 3, held: 4, movements: giveBack('ordered') }],
  [1, { billed: 2, held: 3, movements: giveBack('closed', { lowers: 'done' }) }],
  [-1, { billed: 3, held: 2, movements: swap('closed') }],
  [1, { billed: 3, held: 5, movements: swap('box-sent') }],
];

describe('devices held and billed', () => {
  const differs = ({ billed, held, movements = [] }: Seed): number => {
    const serials = Array.from({ length: held }, (_, index) => String(index));
    const known = movements.map((moved) => aMovement(0, { count: 1, ...moved }));
    return differenceOf(serials, billed, known, 2 * day);
  };

  test('an open movement that has stood still for 60 days explains nothing any more', () => {
    const at = (moved: Moved[], billed: number, now: number): number =>
      differenceOf(
        ['0', '1'],
        billed,
        moved.map((one) => aMovement(0, { count: 1, ...one })),
        now,
      );
    const cases: [Moved[], number][] = [
      [collect(1, 'ordered', { serialNumbers: ['0'] }), 1],
      [giveBack('box-sent', { serialNumbers: ['0'], lowers: 'done' }), 1],
      [ship(1, 'on-its-way'), 3],
      [swap('arrived'), 3],
    ];
    for (const [moved, billed] of cases)
      expect([at(moved, billed, 59 * day), at(moved, billed, 61 * day)]).toEqual([0, 2 - billed]);
  });

  test.each(right)('open movements explain them: %j', (one) => expect(differs(one)).toBe(0));
  test.each(wrong)('nothing explains a difference of %i: %j', (difference, one) =>
    expect(differs(one)).toBe(difference),
  );
});
