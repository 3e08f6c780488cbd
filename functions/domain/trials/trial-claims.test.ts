import { claimHolds } from './trial-claims';

const lease = (until: number) => ({ holder: 'h', until });
const now = 1_000;

test.each<[string, Parameters<typeof claimHolds>[0], boolean]>([
  ['forgotten after seven days', undefined, true],
  ['done', { state: 'done', customerId: 'cus_1', lease: lease(0) }, true],
  ['under way', { state: 'working', lease: lease(now + 1) }, true],
  ['interrupted before it made anything', { state: 'working', lease: lease(now) }, false],
  ['interrupted after it made the customer', { state: 'working', customerId: 'cus_1', lease: lease(now) }, true],
  ['refused', { state: 'refused', lease: lease(0), refusal: { code: 'ORDER_REFUSED' } }, false],
  ['ended with its shop', { state: 'refused', lease: lease(0), refusal: { code: 'SHOP_NOT_FOUND' } }, true],
])('the claim of a request that is %s holds: %s', (_what, opening, holds) => {
  expect(claimHolds(opening, undefined, now)).toBe(holds);
});

test('the shop that made the claim itself may order again: Stripe knows whether it had its trial', () => {
  const opening = { state: 'working', customerId: 'cus_1', lease: lease(0) } as const;
  expect([claimHolds(opening, 'cus_1', now), claimHolds(opening, 'cus_2', now)]).toEqual([false, true]);
});
