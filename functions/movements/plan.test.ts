import { promisedBy } from '#shared/model/movement';
import { aMovement } from '#functions/testing/a-movement';
import { planChosen, planMovements, type CountChange, type HeldDevices, type MovementPlan, type Planned } from './plan';

type Known = Planned & { orderedAt: number };

const now = 1_800_000_000;
const change = (from: number, to: number, more: Partial<CountChange> = {}): CountChange => ({ from, to, ...more });
const known = (kind: Known['kind'], cause: Known['cause'], more: Partial<Known> = {}): Known =>
  aMovement(1, { kind, cause, count: 1, ...more });
const returned = (serial: string, more: Partial<Known> = {}): Known =>
  known('collect', 'return', { serialNumbers: [serial], ...more });
const swapped = (serial: string, more: Partial<Known> = {}): Known =>
  known('swap', 'exchange', { serialNumbers: [serial], ...more });

const named = (serialNumbers: readonly string[] = []): string =>
  serialNumbers.length > 0 ? ` ${serialNumbers.join()}` : '';
const changed = ({ movement, to }: MovementPlan<Known>['changes'][number]): string => {
  if (to.state === 'withdrawn') return `withdraw ${movement.kind} ${movement.count}${named(movement.serialNumbers)}`;
  if (to.lowers) return `lowered${named(movement.serialNumbers)}`;
  const cause = to.cause ? ` ${to.cause}` : '';
  return `${movement.kind} becomes ${to.count ?? movement.count}${named(to.serialNumbers)}${cause}`;
};
const words = ({ order, changes }: Pick<MovementPlan<Known>, 'order' | 'changes'>): string[] => [
  ...order.map(({ kind, cause, count, serialNumbers }) => `${kind} ${count} ${cause}${named(serialNumbers)}`),
  ...changes.map(changed),
];
const unmirrored: HeldDevices = { serials: [], isMirrored: false };
const held = (...serials: string[]): HeldDevices => ({ serials, isMirrored: true });
/** A shipment that was closed long ago. */
const shipped = (count: number): Known => known('ship', 'subscribed', { count, state: 'closed' });

test.each<[string, Known[], CountChange, string[]]>([
  ['a new subscription ships all', [], change(0, 3), ['ship 3 subscribed']],
  ['a raise ships the difference', [], change(3, 5), ['ship 2 raised']],
  [
    'a raise before the shipment has begun is added to it',
    [known('ship', 'subscribed', { count: 3 })],
    change(3, 5),
    ['ship becomes 5'],
  ],
  [
    'a raise after it has begun is a shipment of its own',
    [known('ship', 'subscribed', { count: 3, state: 'box-sent' })],
    change(3, 5),
    ['ship 2 raised'],
  ],
  ['a lower quantity collects the difference', [], change(3, 1), ['collect 2 lowered']],
  ['chosen devices are collected', [], change(3, 1, { chosen: ['A', 'B'] }), ['collect 2 lowered A,B']],
  ['fewer chosen than go back: the others stay unknown', [], change(3, 1, { chosen: ['A'] }), ['collect 2 lowered A']],
  [
    'a second lower quantity is added to the collection that has not begun',
    [known('collect', 'lowered', { serialNumbers: ['A'] })],
    change(3, 2, { chosen: ['B'] }),
    ['collect becomes 2 A,B'],
  ],
  [
    'lowered before it was shipped: the shipment is withdrawn, nothing is collected',
    [known('ship', 'raised', { count: 2 })],
    change(5, 3),
    ['withdraw ship 2'],
  ],
  [
    'lowered by less than is to be shipped: fewer are shipped',
    [known('ship', 'raised', { count: 2 })],
    change(5, 4),
    ['ship becomes 1'],
  ],
  [
    'lowered by more: the rest is collected',
    [known('ship', 'raised', { count: 2 })],
    change(5, 2),
    ['collect 1 lowered', 'withdraw ship 2'],
  ],
  [
    'what is on its way cannot be called off',
    [known('ship', 'raised', { count: 2, state: 'on-its-way' })],
    change(5, 3),
    ['collect 2 lowered'],
  ],
  [
    'raised before devices were collected: one of them stays',
    [known('collect', 'lowered', { count: 2, serialNumbers: ['A', 'B'] })],
    change(1, 2),
    ['collect becomes 1 A'],
  ],
  [
    'raised by more than was to be collected: they stay, and the rest ships',
    [known('collect', 'lowered', { count: 2 })],
    change(1, 4),
    ['ship 1 raised', 'withdraw collect 2'],
  ],
  [
    'raised while a return is open: it ships, for the owner asked for the return',
    [returned('A')],
    change(2, 3),
    ['ship 1 raised'],
  ],
  [
    'a return that lowers the subscription is not collected again',
    [returned('A', { lowers: 'due' })],
    change(3, 2),
    ['lowered A'],
  ],
  [
    'a lower count without chosen devices is explained by a return',
    [returned('A', { state: 'closed' })],
    change(3, 2),
    ['lowered A'],
  ],
  [
    'of several returns, the one that is to lower it explains it',
    [returned('A'), returned('B', { lowers: 'due', orderedAt: now + 1 })],
    change(3, 2),
    ['lowered B'],
  ],
  [
    'otherwise the oldest',
    [returned('A', { orderedAt: now + 1 }), returned('B', { state: 'closed' })],
    change(3, 2),
    ['lowered B'],
  ],
  [
    'a return that lowered the subscription before explains nothing more',
    [returned('A', { lowers: 'done' })],
    change(2, 1),
    ['collect 1 lowered'],
  ],
  [
    'other devices are chosen: the return explains nothing',
    [returned('A')],
    change(3, 2, { chosen: ['B'] }),
    ['collect 1 lowered B'],
  ],
  [
    'a chosen device that an open movement names by now is not named twice',
    [swapped('A', { state: 'box-sent' })],
    change(3, 2, { chosen: ['A'] }),
    ['collect 1 lowered'],
  ],
  ['an exchange changes no count', [known('swap', 'exchange')], change(3, 2), ['collect 1 lowered']],
])('%s', (_title, movements, asked, expected) => {
  expect(words(planMovements(movements, asked, unmirrored, now))).toEqual(expected);
});

test.each<[string, Known[], CountChange, HeldDevices, string[]]>([
  ['collects all, by the mirror', [], change(3, 0), held('A', 'B', 'C'), ['collect 3 ended A,B,C']],
  ['without a device in the mirror collects what was paid for', [], change(3, 0), unmirrored, ['collect 3 ended']],
  [
    'takes what is on its way and not entered yet with it',
    [shipped(2), known('ship', 'raised', { state: 'on-its-way' })],
    change(3, 0),
    held('A', 'B'),
    ['collect 3 ended A,B'],
  ],
  [
    'takes what arrived yesterday and is not entered yet with it, and nothing that was called off',
    [
      shipped(2),
      ...(['closed', 'withdrawn'] as const).map((state) => known('ship', 'raised', { state, movedAt: now })),
    ],
    change(5, 0),
    held('A', 'B'),
    ['collect 3 ended A,B'],
  ],
  [
    'without a device in the mirror collects no device that a return brought back',
    [returned('A', { state: 'closed' })],
    change(3, 0),
    unmirrored,
    ['collect 2 ended'],
  ],
  [
    'books a return whose lower quantity was due',
    [returned('A', { lowers: 'due' })],
    change(3, 0),
    held('A', 'B', 'C'),
    ['collect 2 ended B,C', 'lowered A'],
  ],
  ['collects no device that is not there', [shipped(3)], change(3, 0), held('A'), ['collect 1 ended A']],
  ['with nothing left to collect orders nothing', [shipped(3)], change(3, 0), { serials: [], isMirrored: true }, []],
  [
    'collects no device that a return brings back',
    [returned('A'), returned('B', { state: 'closed' }), returned('C', { state: 'withdrawn' })],
    change(3, 0),
    held('A', 'C'),
    ['collect 1 ended C'],
  ],
  [
    'withdraws an exchange that has not begun: its device is collected',
    [swapped('A')],
    change(2, 0),
    held('A', 'B'),
    ['collect 2 ended A,B', 'withdraw swap 1 A'],
  ],
  [
    'leaves an exchange that has begun: the old device is in it, the new one is collected (D2)',
    [swapped('07', { state: 'box-sent' })],
    change(5, 0),
    held('01', '07', '08', '09', '10', '11'),
    ['collect 5 ended 01,08,09,10,11'],
  ],
  [
    'collects the new device of such an exchange before it is entered',
    [swapped('07', { state: 'box-sent' })],
    change(5, 0),
    held('01', '07', '08', '09', '10'),
    ['collect 5 ended 01,08,09,10'],
  ],
  [
    'takes over the collection of a lower quantity that has not begun',
    [known('collect', 'lowered', { count: 2 })],
    change(3, 0),
    held('A', 'B', 'C', 'D', 'E'),
    ['collect becomes 5 A,B,C,D,E ended'],
  ],
  [
    'leaves the units of a collection under way without names to that one',
    [known('collect', 'lowered', { count: 2, state: 'box-sent' })],
    change(3, 0),
    held('A', 'B', 'C', 'D', 'E'),
    ['collect 3 ended'],
  ],
  [
    'withdraws what was not shipped',
    [shipped(2), known('ship', 'raised', { count: 2 })],
    change(4, 0),
    held('A', 'B'),
    ['collect 2 ended A,B', 'withdraw ship 2'],
  ],
])('an end %s', (_title, movements, asked, devices, expected) => {
  expect(words(planMovements(movements, asked, devices, now))).toEqual(expected);
});

const earlier = { promisedBy: '2027-01-10' };
test.each<[string, Known, CountChange, string]>([
  ['a raise', known('ship', 'subscribed', earlier), change(1, 2), promisedBy('subscribed', now)],
  ['an end', known('collect', 'lowered', earlier), change(1, 0), promisedBy('ended', now)],
])('%s is added to what has not begun: all leave by the day of the newest promise', (_title, movement, asked, day) => {
  expect(planMovements([movement], asked, held('A'), now).changes).toMatchObject([{ to: { promisedBy: day } }]);
});

describe('Stripe’s event booked the change before the portal did', () => {
  const booked = known('collect', 'lowered', { count: 2 });
  const naming = (...args: Parameters<typeof planChosen<Known>>) => words({ order: [], changes: planChosen(...args) });

  test('the chosen devices are named, and once', () => {
    expect(naming([booked], ['A', 'B'])).toEqual(['collect becomes 2 A,B']);
    expect(naming([{ ...booked, serialNumbers: ['A', 'B'] }], ['A', 'B'])).toEqual([]);
  });

  test('no more of them than it collects', () => {
    expect(naming([{ ...booked, serialNumbers: ['A'] }], ['B', 'C'])).toEqual(['collect becomes 2 A,B']);
  });

  test('a device that another movement names is not', () => {
    expect(naming([booked, swapped('A')], ['A', 'B'])).toEqual(['collect becomes 2 B']);
  });

  test('the collection has begun: its boxes stay as they are', () => {
    expect(naming([{ ...booked, state: 'box-sent' }], ['A'])).toEqual([]);
  });
});
