import { CallError } from '#shared/errors';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { endSession as end, endSessionsBut } from '../session/end-sessions';
import { endTokensBut } from '../session/end-tokens';

/** Ends another of the caller's sessions, and its token; any id that is not one of them returns SESSION_NOT_FOUND. */
export async function endSession({ userId, sessions, session: own }: Caller, id: string): Promise<void> {
  const known = id !== own.secretHash && sessions.some(({ secretHash }) => secretHash === id);
  if (!known || !(await end(userId, id, 'user'))) throw new CallError('SESSION_NOT_FOUND');
  const staying = sessions.filter(({ secretHash }) => secretHash !== id);
  await endTokensBut(userId, staying);
  logger.info('session ended from another', { userId });
}

/** Ends all of the caller's sessions but this one, and their tokens. Returns how many. */
export async function endOtherSessions({ userId, session }: Caller): Promise<number> {
  const ended = await endSessionsBut(userId, session.secretHash, 'user');
  if (ended > 0) await endTokensBut(userId, [session]);
  return ended;
}
