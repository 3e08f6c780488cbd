import type { SessionItem } from '#functions/platform/users-table';
import { decideEvictions, sessionsKept } from './sessions-table';

const session = (secretHash: string, createdAt: number, expiresAt = 10_000): SessionItem => ({
  secretHash,
  epoch: 0,
  createdAt,
  lastSeenAt: createdAt,
  expiresAt,
  provedAt: createdAt,
  userAgent: '',
  address: '',
});
const many = (count: number): SessionItem[] =>
  Array.from({ length: count }, (_, index) => session(`s${index}`, 100 + index));

test.each([
  ['none', [], []],
  ['few', many(3), []],
  ['one less than the bound', many(sessionsKept - 1), []],
  ['the bound: the oldest goes', many(sessionsKept), ['s0']],
  ['more than the bound', many(sessionsKept + 2).toReversed(), ['s2', 's1', 's0']],
  ['expired ones go first', [session('old', 1, 500), ...many(3)], ['old']],
  ['expired at this very second', [session('old', 1, 1000)], ['old']],
])('%s', (_, sessions, evicted) => {
  expect(decideEvictions(sessions, 1000)).toEqual(evicted);
});
