import { CallError } from '#shared/errors';
import { splitIntoTiers, tiers, type Tier } from '#shared/model/pricing';
import { sum } from '#shared/numbers';
import { addedOnly, decideTargets, wasShown, type AskedQuantities, type QuantityItem } from './decide-quantities';

const idOf = (tier: Tier): string => `si_${tier}`;
/** The items of a subscription with `total` devices and a number of another product. */
function itemsOf(total: number, others = 0): QuantityItem[] {
  const split = splitIntoTiers(total);
  const devices = tiers
    .filter((tier) => split[tier] > 0)
    .map((tier) => ({ id: idOf(tier), quantity: split[tier], tier }));
  return [...devices, ...(others > 0 ? [{ id: 'si_other', quantity: others, tier: undefined }] : [])];
}
/** The quantities of the tiers and of the other items after the request. */
function after(items: QuantityItem[], asked: AskedQuantities): Record<string, number> {
  const quantities = new Map(items.map((item) => [item.id, item.quantity]));
  for (const target of decideTargets(items, asked))
    quantities.set('id' in target ? target.id : idOf(target.tier), target.to);
  return Object.fromEntries([...quantities].filter(([, quantity]) => quantity > 0));
}
const asMap = (items: QuantityItem[]): Record<string, number> =>
  Object.fromEntries(items.map((item) => [item.id, item.quantity]));
function fieldsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof CallError && error.code === 'INVALID_INPUT') return Object.keys(error.fields ?? {});
    throw error;
  }
  throw new Error('It was not refused');
}

test('from any total to any other: the tiers follow the rule, and other products stay', () => {
  for (let from = 1; from <= 20; from += 1) {
    for (let to = 1; to <= 20; to += 1) {
      expect(after(itemsOf(from, 2), { quantities: {}, total: to })).toEqual(asMap(itemsOf(to, 2)));
      if (from === to) expect(decideTargets(itemsOf(from), { quantities: {}, total: to })).toEqual([]);
    }
  }
});

test('staff gave the devices of a tier two prices: together they are the total, and no more change than must', () => {
  const items: QuantityItem[] = [
    { id: idOf('FIRST_UNIT'), quantity: 1, tier: 'FIRST_UNIT' },
    { id: 'si_new', quantity: 1, tier: 'SECOND_TO_FOURTH' },
    { id: 'si_old', quantity: 2, tier: 'SECOND_TO_FOURTH' },
  ];
  const fifth = idOf('FIFTH_AND_MORE');
  const first = { [idOf('FIRST_UNIT')]: 1 };
  for (const [total, rest] of [
    [1, {}],
    [2, { si_old: 1 }],
    [3, { si_old: 2 }],
    [4, { si_new: 1, si_old: 2 }],
    [6, { si_new: 1, si_old: 2, [fifth]: 2 }],
  ] as const)
    expect(after(items, { quantities: {}, total })).toEqual({ ...first, ...rest });
  expect(after(items, { quantities: { si_new: 0 } })).toEqual({ ...first, si_old: 2 });
  expect(fieldsOf(() => decideTargets(items, { quantities: { si_new: 2 } }))).toEqual(['quantities.si_new']);
  expect(decideTargets(items, { quantities: { si_new: 1 }, total: 4 })).toEqual([]);
  // As the screen sends it.
  expect(after(items, { quantities: { ...first, si_new: 0, si_old: 1 }, total: 2 })).toEqual({ ...first, si_old: 1 });
});

test('the total is in the map, next to it, or equal in both: accepted', () => {
  for (const asked of [
    { quantities: { total: 5 } },
    { quantities: {}, total: 5 },
    { quantities: { total: 5 }, total: 5 },
  ]) {
    expect(after(itemsOf(2), asked)).toEqual(asMap(itemsOf(5)));
  }
  expect(fieldsOf(() => decideTargets(itemsOf(2), { quantities: { total: 5 }, total: 6 }))).toEqual([
    'quantities.total',
  ]);
  expect(fieldsOf(() => decideTargets(itemsOf(2), { quantities: { total: 0 } }))).toEqual(['quantities.total']);
});

test('a total and a split: the split must fit the total', () => {
  const items = itemsOf(5);
  expect(
    after(items, { quantities: { si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 2, si_FIFTH_AND_MORE: 0 }, total: 3 }),
  ).toEqual(asMap(itemsOf(3)));
  expect(
    fieldsOf(() => decideTargets(items, { quantities: { si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 3 }, total: 3 })),
  ).toEqual(['quantities.si_SECOND_TO_FOURTH']);
});

test('tiers without a total: they must be a legal split or stay unchanged', () => {
  const items = itemsOf(5, 1);
  expect(after(items, { quantities: { si_FIFTH_AND_MORE: 4 } })).toEqual(asMap(itemsOf(8, 1)));
  expect(after(items, { quantities: { si_FIFTH_AND_MORE: 0 } })).toEqual(asMap(itemsOf(4, 1)));
  expect(after(items, { quantities: { si_FIRST_UNIT: 1, si_other: 3 } })).toEqual(asMap(itemsOf(5, 3)));
  expect(fieldsOf(() => decideTargets(items, { quantities: { si_SECOND_TO_FOURTH: 1 } }))).toEqual([
    'quantities.si_SECOND_TO_FOURTH',
  ]);
  expect(fieldsOf(() => decideTargets(items, { quantities: { si_FIRST_UNIT: 0 } }))).toEqual([
    'quantities.si_FIRST_UNIT',
  ]);
});

test('unknown items and names that every object has: refused by field', () => {
  for (const id of ['si_else', 'constructor', 'toString'])
    expect(fieldsOf(() => decideTargets(itemsOf(2), { quantities: { [id]: 1 } }))).toEqual([`quantities.${id}`]);
});

test('a request that leaves no devices and no items: refused', () => {
  const items = [{ id: 'si_other', quantity: 2, tier: undefined }];
  expect(fieldsOf(() => decideTargets(items, { quantities: { si_other: 0 } }))).toEqual(['quantities.si_other']);
  expect(fieldsOf(() => decideTargets(items, { quantities: {}, total: 1 }))).toEqual(['total']);
  expect(after(itemsOf(1, 2), { quantities: { si_other: 0 } })).toEqual(asMap(itemsOf(1)));
});

test.each([
  ['the same', asMap(itemsOf(5, 2)), true],
  ['with its total', { ...asMap(itemsOf(5, 2)), total: 5 }, true],
  ['with what is gone shown as 0', { ...asMap(itemsOf(5, 2)), si_gone: 0 }, true],
  ['another quantity', { ...asMap(itemsOf(5, 2)), si_other: 1 }, false],
  ['what is gone', { ...asMap(itemsOf(5, 2)), si_gone: 1 }, false],
  ['less than there is', asMap(itemsOf(4, 2)), false],
  ['another total', { ...asMap(itemsOf(5, 2)), total: 4 }, false],
])('shown: %s', (_what, seen, same) => {
  expect(wasShown(itemsOf(5, 2), seen)).toBe(same);
});

test.each([
  ['was billed', new Map([['si_old', 5]]), 4, 0],
  ['was billed', new Map([['si_old', 5]]), 6, 1],
  ['was billed for nothing, as its invoice is void', new Map(), 4, 0],
  ['was billed for nothing, as its invoice is void', new Map(), 6, 1],
])('5 devices of one price that %s: only added ones are charged %#', (_how, billed, total, added) => {
  const items = [{ id: 'si_old', quantity: 5, tier: 'FIRST_UNIT' as const }];
  const targets = addedOnly(items, decideTargets(items, { quantities: {}, total }), {
    billed,
    renewed: billed,
    added: 0,
  });
  expect(sum(targets.map((target) => target.added ?? 0))).toBe(added);
  expect(targets.filter(({ from, to, added: charged }) => to > from && charged === undefined)).toEqual([]);
});
