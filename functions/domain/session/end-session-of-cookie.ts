import { revokeToken } from '../../adapters/cognito/revoke-token';
import type { Ending } from '../../adapters/users-table/impersonations';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { endSession } from './end-sessions';
import { leaveTokens } from './end-tokens';
import { parseSessionCookie } from './open-session';

/**
 * Ends the session of a cookie, if there is one, and its token at Cognito. The session ends first, and also if Cognito
 * cannot be reached.
 */
export async function endSessionOfCookie(cookie: string | undefined, ending: Ending, from: Origin): Promise<void> {
  const named = parseSessionCookie(cookie);
  const ended = named && (await endSession(named.userId, named.secret.hash, ending, from));
  if (!ended) return;
  const { userId, secret } = named;
  if (ended.sealedToken !== undefined)
    await revokeToken(secret.unseal(ended.sealedToken)).catch((error: unknown) => leaveTokens(userId, error));
  logger.info('session ended', { userId });
}
