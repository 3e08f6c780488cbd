import { clock } from '../../adapters/clock';
import { countAttempt } from '../../adapters/users-table/throttles';
import { accountOf, tooMany } from './attempts';

const window = 15 * 60;

/**
 * Changes that a user may make in that time. Each of a number ends sessions and sends a mail; each of either asks
 * Cognito, whose allowance all users share.
 */
const changes = { phone: 5, name: 10 } as const;

/** Counts a change of a user's number or name before it is made. Refuses with TOO_MANY_ATTEMPTS. */
export async function countChange(what: keyof typeof changes, userId: string): Promise<void> {
  const { taken, expiresAt } = await countAttempt(
    `${what}#${accountOf(userId)}`,
    changes[what],
    window,
    clock.seconds(),
  );
  if (!taken) throw tooMany(expiresAt);
}
