import {
  awaitsPayment,
  hasNotBegun,
  isOnHold,
  isOver,
  isOwing,
  isPaused,
  isRenewable,
  isRunning,
  subscriptionStatuses,
  hasTrialAhead,
} from './subscription';

const predicates = {
  awaitsPayment,
  hasNotBegun,
  isOnHold,
  isOver,
  isOwing,
  isPaused,
  isRenewable,
  isRunning,
} as const;
const trueOf = (status: string): string[] =>
  Object.entries(predicates)
    .filter(([, predicate]) => predicate({ status }))
    .map(([name]) => name);

const expected = {
  trialing: ['isRenewable', 'isRunning'],
  active: ['isRenewable', 'isRunning'],
  incomplete: ['awaitsPayment', 'hasNotBegun'],
  incomplete_expired: ['isOver'],
  canceled: ['isOver'],
  unpaid: ['awaitsPayment', 'isOnHold', 'isOwing', 'isRenewable'],
  past_due: ['awaitsPayment', 'isOnHold', 'isOwing', 'isRenewable'],
  paused: ['isOnHold', 'isPaused'],
};

test.each(subscriptionStatuses)('%s has exactly its meaning and permissions', (status) => {
  expect(trueOf(status)).toEqual(expected[status]);
});

test('an unknown status: no meaning', () => {
  expect(trueOf('new_status_of_stripe')).toEqual([]);
});

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
