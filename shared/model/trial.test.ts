import type { Subscription } from './customer';
import { hasTrialAhead } from './trial';

const rented: Subscription['items'] = [
  { subscription_item_id: 'si_1', quantity: 1, product: { name: '1台目', description: null, tier: 'FIRST_UNIT' }, amount: 9_900, currency: 'jpy', interval: 'month' },
];
const other: Subscription['items'] = [{ subscription_item_id: 'si_2', quantity: 1, product: { name: '保守', description: null }, amount: 1_000, currency: 'jpy', interval: 'month' }];

test('a shop’s first subscription has the trial', () => expect(hasTrialAhead([])).toBe(true));

test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'] as const)('one after another that is %s has none', (status) => {
  expect(hasTrialAhead([{ status, items: rented }])).toBe(false);
});

test('what came to nothing for want of its first payment was no first subscription', () => {
  expect(hasTrialAhead([{ status: 'incomplete_expired', items: rented }, { status: 'incomplete', items: rented }])).toBe(true);
  expect(hasTrialAhead([{ status: 'incomplete', items: other }])).toBe(false);
});
