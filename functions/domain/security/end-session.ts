import { CallError } from '#shared/errors';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { endSession as end } from '../session/end-sessions';

/** Ends another of the caller's sessions; any id that is not one of them returns SESSION_NOT_FOUND. */
export async function endSession({ userId, sessions, session: own }: Caller, id: string): Promise<void> {
  const known = id !== own.secretHash && sessions.some(({ secretHash }) => secretHash === id);
  if (!known || !(await end(userId, id, 'user'))) throw new CallError('SESSION_NOT_FOUND');
  logger.info('session ended from another', { userId });
}
