import { clock } from '../../adapters/clock';
import { countAttempt } from '../../adapters/users-table/throttles';
import { accountOf, tooMany } from './attempts';

/** Changes of one thing that a user may make in a window (seconds): each ends sessions and sends a mail. */
const limit = { changes: 5, window: 15 * 60 };

/** Counts a change of a user's phone number before it is made. Refuses with TOO_MANY_ATTEMPTS. */
export async function countPhoneChange(userId: string): Promise<void> {
  const what = `phone#${accountOf(userId)}`;
  const { taken, expiresAt } = await countAttempt(what, limit.changes, limit.window, clock.seconds());
  if (!taken) throw tooMany(expiresAt);
}
