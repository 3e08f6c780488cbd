import type { Subscription } from '#shared/model/customer';
import { awaitsPayment, isOver, subscriptionName, deviceCount } from '#shared/model/subscription';
import { monthlyPrice, trialAhead } from './subscription-rules';

const item = (
  name: string,
  quantity: number,
  amount: number,
  tier?: Subscription['items'][number]['product']['tier'],
): Subscription['items'][number] => ({
  subscription_item_id: `si_${name}`,
  quantity,
  product: { name, description: null, ...(tier && { tier }) },
  amount,
  currency: 'jpy',
  interval: 'month',
  price_id: 'price_1',
});
const first = item('1台目', 1, 9900, 'FIRST_UNIT');
const second = item('2〜4台目', 2, 8800, 'SECOND_TO_FOURTH');
const care = item('安心サポート', 5, 500);

test.each([
  ['its tiers', [first, second], 3],
  ['nothing beside its tiers', [first, care], 1],
  ['all, where it has no tier', [care], 5],
  ['one, where it has nothing', [], 1],
])('the number of devices: %s', (_what, items, units) => expect(deviceCount({ items })).toBe(units));

test('the monthly price is the sum of all items', () => {
  const { breakdown, total } = monthlyPrice({ items: [first, second, care], discounts: [], current_period_end: 100 });
  expect(total).toBe(9900 + 17_600 + 2500);
  expect(breakdown[1]).toEqual({
    tier: 'SECOND_TO_FOURTH',
    name: '2〜4台目',
    quantity: 2,
    unitAmount: 8800,
    amount: 17_600,
  });
});

test.each([
  ['that goes on', { once: false, end: null }, 8_900],
  ['for the next payment', { once: true, end: null }, 8_900],
  ['that ends after the next payment', { once: false, end: 101 }, 8_900],
  ['that ends with the period', { once: false, end: 100 }, 9_900],
])('a discount %s: counted in the next payment, or not', (_what, lasts, total) => {
  const discounts = [{ code: 'OZONE1000', amount: 1_000, ...lasts }];
  expect(monthlyPrice({ items: [first], current_period_end: 100, discounts }).total).toBe(total);
});

test('a subscription has the name of its devices, and how many products it has beside them', () => {
  expect(subscriptionName({ items: [first, second] })).toBe('Revonizer');
  expect(subscriptionName({ items: [first, second, care] })).toBe('Revonizer ほか1件');
  expect(subscriptionName({ items: [care] })).toBe(care.product.name);
  expect(subscriptionName({ items: [item('空', 0, 0)] })).toBe('サブスクリプション');
});

test('a trial is shown until its end', () => {
  expect(trialAhead({ trial_end: 11, status: 'trialing' }, 10_000)).toBe(11);
  expect(trialAhead({ trial_end: 10, status: 'trialing' }, 10_000)).toBeUndefined();
  expect(trialAhead({ trial_end: 11, status: 'canceled' }, 10_000)).toBeUndefined();
  expect(trialAhead({ trial_end: null, status: 'active' }, 10_000)).toBeUndefined();
});

test('which statuses are over, and which wait for a payment', () => {
  expect(['canceled', 'incomplete_expired', 'active'].map((status) => isOver({ status }))).toEqual([true, true, false]);
  expect(['past_due', 'unpaid', 'incomplete', 'paused'].map((status) => awaitsPayment({ status }))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
