import { CallError } from '#shared/errors';
import type { Session } from '#shared/model/security';
import { deleteSession } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import type { Caller } from '../../http/request';
import { describeDevice } from './describe-device';

/** The caller's live sessions, newest first; nothing is read that the call did not bring. */
export function listSessions({ sessions, session: own }: Pick<Caller, 'sessions' | 'session'>): Session[] {
  return sessions
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map(({ secretHash, userAgent, address, createdAt, expiresAt, impersonation }) => ({
      id: secretHash,
      device: describeDevice(userAgent),
      address,
      createdAt,
      expiresAt,
      current: secretHash === own.secretHash,
      impersonation: impersonation !== undefined,
    }));
}

/** Ends another of the caller's sessions; an id that is not theirs is not there. */
export async function endOneSession({ userId, sessions, session: own }: Caller, id: string): Promise<void> {
  const known = id !== own.secretHash && sessions.some(({ secretHash }) => secretHash === id);
  if (!known || !(await deleteSession(userId, id))) throw new CallError('SESSION_NOT_FOUND');
  logger.info('session ended from another', { userId });
}
