import type { ShopSubscription } from '#functions/billing/subscriptions';
import { decideSubscribing } from './make-subscription';

const subscription = (status: ShopSubscription['status'], rents = true): ShopSubscription => ({
  id: `sub_${status}`,
  status,
  madeBy: undefined,
  rents,
  latestInvoiceId: 'in_1',
});

test('a shop without an earlier subscription: it has the trial', () => {
  expect(decideSubscribing([])).toEqual({ exists: false, abandoned: [], first: true });
});

test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const)('%s: it rents devices already', (status) => {
  expect(decideSubscribing([subscription(status)]).exists).toBe(true);
  expect(decideSubscribing([subscription(status, false)])).toMatchObject({ exists: false, first: false });
});

test('an ended subscription: no obstacle, but it was the first', () => {
  expect(decideSubscribing([subscription('canceled')])).toEqual({ exists: false, abandoned: [], first: false });
});

test('a subscription that was never paid: it is withdrawn and does not count as the first', () => {
  const incomplete = subscription('incomplete');
  expect(decideSubscribing([incomplete, subscription('incomplete_expired')])).toEqual({
    exists: false,
    abandoned: [incomplete],
    first: true,
  });
  expect(decideSubscribing([incomplete, subscription('active')])).toMatchObject({
    exists: true,
    abandoned: [incomplete],
  });
  expect(decideSubscribing([subscription('incomplete', false)])).toEqual({
    exists: false,
    abandoned: [],
    first: false,
  });
});
