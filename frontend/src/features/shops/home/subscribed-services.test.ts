import type { Subscription } from '#shared/model/customer';
import { subscribedServices } from './shop-card';

const subscription = (status: Subscription['status'], ...items: [name: string, quantity: number][]): Subscription => ({
  id: 'sub',
  status,
  cancel_at_period_end: false,
  ends_at: null,
  current_period_end: 0,
  current_period_start: 0,
  trial_end: null,
  discounts: [],
  default_payment_method: null,
  items: items.map(([name, quantity]) => ({
    subscription_item_id: name,
    quantity,
    product: { name, description: null },
    amount: 0,
    currency: 'jpy',
    interval: 'month',
    price_id: 'price_1',
  })),
});

test('equal services are added together; ended ones are left out', () => {
  expect(
    subscribedServices([
      subscription('active', ['1台目', 1], ['2〜4台目', 0]),
      subscription('past_due', ['1台目', 1]),
      subscription('canceled', ['旧プラン', 4]),
      subscription('incomplete_expired', ['1台目', 9]),
    ]),
  ).toEqual([{ name: '1台目', quantity: 2 }]);
});

test('no subscription: no service', () => expect(subscribedServices([])).toEqual([]));
