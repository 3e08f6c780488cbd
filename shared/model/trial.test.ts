import { hasTrialAhead } from './trial';

test('a shop’s first subscription: it has the trial', () => expect(hasTrialAhead([])).toBe(true));

test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'] as const)(
  'one after another that is %s has none',
  (status) => {
    expect(hasTrialAhead([{ status, rents: true }])).toBe(false);
    expect(hasTrialAhead([{ status, rents: false }])).toBe(false);
  },
);

test('a subscription whose first payment was never made: it does not count as the first', () => {
  expect(
    hasTrialAhead([
      { status: 'incomplete_expired', rents: true },
      { status: 'incomplete', rents: true },
    ]),
  ).toBe(true);
  expect(hasTrialAhead([{ status: 'incomplete', rents: false }])).toBe(false);
});
