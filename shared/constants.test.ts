import { callTimeout, chargeTimeout, jobTimeout, leaseMs, taskTimeout, withinCall } from './constants';

test('a lease lasts longer than the call or job that took it can run', () => {
  expect(leaseMs.charge).toBeGreaterThan(chargeTimeout * 1000);
  expect(leaseMs.call).toBeGreaterThan(callTimeout * 1000);
  expect(leaseMs.job).toBeGreaterThan(Math.max(jobTimeout, taskTimeout) * 1000);
});

test('a part of a call gets the timeout minus the reserve', () => {
  expect(withinCall(2_500)).toBe(callTimeout * 1000 - 2_500);
});

test('a reserve that leaves no time: RangeError', () => {
  expect(() => withinCall(callTimeout * 1000)).toThrow(RangeError);
});
