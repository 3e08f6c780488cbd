import { accountOf } from './attempts';
import { takeUses } from './uses';

/**
 * Changes that a user may make in a quarter of an hour. Each of a number ends sessions and sends a mail; each of either
 * asks Cognito, whose allowance all users share.
 */
const changes = { phone: 5, name: 10 } as const;

/** Counts a change of a user's number or name before it is made. Refuses with TOO_MANY_ATTEMPTS. */
export const countChange = (what: keyof typeof changes, userId: string): Promise<void> =>
  takeUses([{ what: `${what}#${accountOf(userId)}`, most: changes[what], window: 15 * 60, code: 'TOO_MANY_ATTEMPTS' }]);
