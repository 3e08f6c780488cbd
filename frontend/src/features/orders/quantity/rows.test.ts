import { aPricing, aSubscription } from '../../../../testing/shops';
import { draftOf, isChanged, isRemoved, missingPrice, priceLines, quantitiesOf, rowsOf } from './rows';

const nothing = {};
const care = {
  subscription_item_id: 'si_care',
  quantity: 2,
  product: { name: '安心サポート', description: null },
  amount: 550,
  currency: 'jpy',
  interval: 'month',
  price_id: 'price_care',
};
const withCare = (units: number) => ({ items: [...aSubscription({}, units).items, care] });

test.each([
  [1, [1, 0, 0]],
  [2, [1, 1, 0]],
  [4, [1, 3, 0]],
  [5, [1, 3, 1]],
  [99, [1, 3, 95]],
])('a total of %i: its quantities by tier', (total, quantities) => {
  const rows = rowsOf(aSubscription({}, 5), { total, others: {} }, nothing);
  expect(rows.map(({ after }) => after)).toEqual(quantities);
});

test("a tier in neither is left out; a new one has the catalogue's name and price", () => {
  const rows = rowsOf(aSubscription({}, 1), { total: 2, others: {} }, { ...nothing, catalogue: aPricing(5).breakdown });
  expect(rows).toEqual([
    expect.objectContaining({ itemId: 'si_FIRST_UNIT', before: 1, after: 1, unitAmount: 9900 }),
    {
      key: 'SECOND_TO_FOURTH',
      itemId: undefined,
      tier: 'SECOND_TO_FOURTH',
      name: 'Revonizer 2〜4台目',
      before: 0,
      after: 1,
      unitAmount: 8800,
    },
  ]);
});

test('staff gave a tier two prices: a row each, and the request is what the server makes of the total', () => {
  const [first, second] = aSubscription({}, 2).items;
  const old = { ...second!, subscription_item_id: 'si_old', quantity: 2, amount: 8_000 };
  const subscription = { items: [first!, second!, old] };
  const asked = (total: number) => quantitiesOf(subscription, { total, others: {} }).quantities;
  expect(rowsOf(subscription, { total: 4, others: {} }).some(isChanged)).toBe(false);
  expect(asked(3)).toEqual({ si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 0, si_old: 2 });
  expect(asked(2)).toEqual({ si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 0, si_old: 1 });
});

test('an unknown price: 8,800 yen', () => {
  expect(missingPrice).toBe(8800);
  expect(rowsOf(aSubscription({}, 1), { total: 5, others: {} }, nothing).map(({ unitAmount }) => unitAmount)).toEqual([
    9900, 8800, 8800,
  ]);
});

test("the price list wins over the item's old price", () => {
  const [, row] = rowsOf(
    withCare(1),
    { total: 1, others: {} },
    { ...nothing, list: [{ id: 'price_care', unit_amount: 600 }], ids: { si_care: 'price_care' } },
  );
  expect(row).toMatchObject({ name: '安心サポート', unitAmount: 600 });
});

test('quantity 0 removes a product, except the first unit', () => {
  const rows = rowsOf(withCare(5), { total: 1, others: { si_care: 0 } }, nothing);
  expect(rows.map((row) => [row.name, isRemoved(row)])).toEqual([
    ['Revonizer 1台目', false],
    ['Revonizer 2〜4台目', true],
    ['Revonizer 5台目以降', true],
    ['安心サポート', true],
  ]);
  expect(
    isRemoved({ key: '', itemId: undefined, tier: 'FIRST_UNIT', name: '', before: 1, after: 0, unitAmount: 0 }),
  ).toBe(false);
  expect(priceLines(rows).map(({ amount }) => amount)).toEqual([9900, 0, 0, 0]);
});

test('the request has every item, the total and the quantities that were shown', () => {
  expect(quantitiesOf(withCare(2), { total: 6, others: { si_care: 0 } })).toEqual({
    quantities: { si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 3, si_care: 0 },
    total: 6,
    seen: { si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 1, si_care: 2 },
  });
});

test('a subscription without tiers: no total', () => {
  expect(draftOf({ items: [care] })).toEqual({ total: 2, others: { si_care: 2 } });
  expect(quantitiesOf({ items: [care] }, { total: 2, others: { si_care: 3 } })).toEqual({
    quantities: { si_care: 3 },
    seen: { si_care: 2 },
  });
});
