import type { MovementItem } from '../../adapters/devices-table/movements';
import { planMovements, type CountChange, type MovementPlan } from './plan-movements';

type Known = Pick<MovementItem, 'kind' | 'cause' | 'state' | 'count' | 'serialNumbers' | 'orderedAt' | 'lowers'>;

const change = (from: number, to: number, more: Partial<CountChange> = {}): CountChange => ({
  from,
  to,
  isFirst: false,
  intention: undefined,
  ...more,
});
const known = (kind: Known['kind'], cause: Known['cause'], more: Partial<Known> = {}): Known => ({
  kind,
  cause,
  state: 'ordered',
  count: 1,
  serialNumbers: [],
  orderedAt: 1,
  ...more,
});
const words = (plan: MovementPlan<Known>): string[] => [
  ...plan.order.map(({ kind, cause, count, serialNumbers }) =>
    `${kind} ${count} ${cause} ${serialNumbers.join()}`.trim(),
  ),
  ...plan.withdraw.map(({ kind, count }) => `withdraw ${kind} ${count}`),
  ...plan.lowered.map(({ serialNumbers }) => `lowered ${serialNumbers.join()}`),
];
const returned = (serial: string, more: Partial<Known> = {}): Known =>
  known('collect', 'return', { serialNumbers: [serial], ...more });

test.each<[string, Known[], CountChange, string[]]>([
  ['a new subscription ships all', [], change(0, 3, { isFirst: true }), ['ship 3 subscribed']],
  ['a raise ships the difference', [], change(3, 5), ['ship 2 raised']],
  ['a lower quantity collects the difference', [], change(3, 1), ['collect 2 lowered']],
  ['an end collects all', [], change(3, 0), ['collect 3 ended']],
  [
    'named devices are collected',
    [],
    change(3, 1, { intention: { to: 1, serialNumbers: ['A', 'B'] } }),
    ['collect 2 lowered A,B'],
  ],
  [
    'named for another count: not used',
    [],
    change(3, 1, { intention: { to: 2, serialNumbers: ['A'] } }),
    ['collect 2 lowered'],
  ],
  [
    'an end by the schedule says so',
    [],
    change(2, 0, { intention: { to: 0, serialNumbers: [], cause: 'forced-end' } }),
    ['collect 2 forced-end'],
  ],
  [
    'lowered before it was shipped: the shipment is withdrawn, nothing is collected',
    [known('ship', 'raised', { count: 2 })],
    change(5, 3),
    ['withdraw ship 2'],
  ],
  [
    'lowered by less than is to be shipped: the rest is ordered again',
    [known('ship', 'raised', { count: 2 })],
    change(5, 4),
    ['ship 1 raised', 'withdraw ship 2'],
  ],
  [
    'lowered by more: the rest is collected',
    [known('ship', 'raised', { count: 2 })],
    change(5, 2),
    ['collect 1 lowered', 'withdraw ship 2'],
  ],
  [
    'what is on its way cannot be withdrawn',
    [known('ship', 'raised', { count: 2, state: 'on-its-way' })],
    change(5, 3),
    ['collect 2 lowered'],
  ],
  [
    'raised before a device was collected: it stays',
    [known('collect', 'lowered', { count: 2, serialNumbers: ['A', 'B'] })],
    change(1, 2),
    ['collect 1 lowered A', 'withdraw collect 2'],
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
    'a lower count without named devices is explained by a return',
    [returned('A', { state: 'closed' })],
    change(3, 2),
    ['lowered A'],
  ],
  [
    'a return that lowered the subscription before explains nothing more',
    [returned('A', { lowers: 'done' })],
    change(2, 1),
    ['collect 1 lowered'],
  ],
  [
    'other devices are named: the return explains nothing',
    [returned('A')],
    change(3, 2, { intention: { to: 2, serialNumbers: ['B'] } }),
    ['collect 1 lowered B'],
  ],
  [
    'an end collects what no return brings back',
    [returned('A'), returned('B', { state: 'closed' }), returned('C', { state: 'withdrawn' })],
    change(3, 0),
    ['collect 1 ended', 'lowered A', 'lowered B'],
  ],
  [
    'an end withdraws an exchange that has not begun: its device is collected',
    [known('swap', 'exchange', { serialNumbers: ['A'] })],
    change(2, 0, { intention: { to: 0, serialNumbers: ['A', 'B'] } }),
    ['collect 2 ended A,B', 'withdraw swap 1'],
  ],
  [
    'an exchange that has begun goes on at an end',
    [known('swap', 'exchange', { serialNumbers: ['A'], state: 'box-sent' })],
    change(1, 0),
    ['collect 1 ended'],
  ],
  [
    'a lower quantity withdraws the exchange of a device that goes back, and of no other',
    [known('swap', 'exchange', { serialNumbers: ['A'] }), known('swap', 'exchange', { serialNumbers: ['B'] })],
    change(3, 2, { intention: { to: 2, serialNumbers: ['A'] } }),
    ['collect 1 lowered A', 'withdraw swap 1'],
  ],
  ['an exchange changes no count', [known('swap', 'exchange')], change(3, 2), ['collect 1 lowered']],
])('%s', (_title, movements, asked, expected) => {
  expect(words(planMovements(movements, asked))).toEqual(expected);
});
