import {
  awaitsPayment,
  blocksAnother,
  hasNotBegun,
  isHeld,
  isOver,
  isOwing,
  isPaused,
  isRenewable,
  isRunning,
  subscriptionStatuses,
} from './subscription-status';

const predicates = {
  awaitsPayment,
  blocksAnother,
  hasNotBegun,
  isHeld,
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
  trialing: ['blocksAnother', 'isRenewable', 'isRunning'],
  active: ['blocksAnother', 'isRenewable', 'isRunning'],
  incomplete: ['awaitsPayment', 'hasNotBegun'],
  incomplete_expired: ['isOver'],
  canceled: ['isOver'],
  unpaid: ['awaitsPayment', 'blocksAnother', 'isHeld', 'isOwing', 'isRenewable'],
  past_due: ['awaitsPayment', 'blocksAnother', 'isHeld', 'isOwing', 'isRenewable'],
  paused: ['blocksAnother', 'isHeld', 'isPaused'],
};

test.each(subscriptionStatuses)('%s has exactly its meaning and permissions', (status) => {
  expect(trueOf(status)).toEqual(expected[status]);
});

test('an unknown status: no meaning', () => {
  expect(trueOf('new_status_of_stripe')).toEqual([]);
});
