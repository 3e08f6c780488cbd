import { clock } from '../../adapters/clock';
import { keepSeen } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { endOf } from './session-limits';

/** Uses of a session are noted at most once an hour (seconds), to save writes. */
const notedEvery = 60 * 60;

/**
 * Notes that a session is in use, which moves its end as an unused one; an impersonation keeps its end. A note that
 * cannot be written does not fail the call.
 */
export async function markSeen({ userId, session }: Pick<Caller, 'userId' | 'session'>): Promise<void> {
  const { secretHash, createdAt, lastSeenAt = createdAt, impersonation } = session;
  const now = clock.seconds();
  if (impersonation || now - lastSeenAt < notedEvery) return;
  await keepSeen(userId, secretHash, { lastSeenAt: now, expiresAt: endOf(createdAt, now) }).catch((error: unknown) => {
    logger.warn('the use of a session is not noted', { error: error as Error });
  });
}
