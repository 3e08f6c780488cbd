import { CallError } from '#shared/errors';
import { readAccount } from '../../adapters/cognito/accounts';
import { accessTokenOf } from '../../adapters/cognito/own-account';
import { deleteSession } from '../../adapters/users-table/sessions';
import type { Caller } from '../caller';

/**
 * The caller's access token, for what Cognito lets only the user do. A session that began without a password has no
 * token: with RECENT_AUTHENTICATION_REQUIRED the screen asks for it, and POST /api/confirm-password keeps the token. Where an
 * authenticator is on (the sign-in was by a recovery code) a password alone brings none: MFA_RENEWAL_REQUIRED.
 */
export async function ownToken(caller: Caller): Promise<string> {
  const { refreshToken, secretHash } = caller.session;
  if (refreshToken === undefined) {
    const account = await readAccount(caller.userId);
    throw new CallError(account?.mfa ? 'MFA_RENEWAL_REQUIRED' : 'RECENT_AUTHENTICATION_REQUIRED');
  }
  const accessToken = await accessTokenOf(refreshToken);
  if (accessToken !== undefined) return accessToken;
  // Disabled, deleted or signed out in Cognito: the session has nobody behind it any more.
  await deleteSession(caller.userId, secretHash);
  throw new CallError('NOT_SIGNED_IN');
}
