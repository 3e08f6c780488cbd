import { callTimeout, chargeTimeout, jobTimeout, leaseMs, taskTimeout } from './constants';

test('a lease lasts longer than the call or job that took it can run', () => {
  expect(leaseMs.charge).toBeGreaterThan(chargeTimeout * 1000);
  expect(leaseMs.call).toBeGreaterThan(callTimeout * 1000);
  expect(leaseMs.job).toBeGreaterThan(Math.max(jobTimeout, taskTimeout) * 1000);
});
