import { CallError } from '#shared/errors';
import { readAccount } from '../../adapters/cognito/accounts';
import { accessTokenOf } from '../../adapters/cognito/own-account';
import { poolNameOf } from '../../adapters/cognito/client';
import type { Caller } from '../caller';
import { sessionGone } from './sessions';

/** Cognito's refresh token of the caller's session, if it has one. */
export const refreshTokenOf = ({ session, secret }: Pick<Caller, 'session' | 'secret'>): string | undefined =>
  session.sealedToken === undefined ? undefined : secret.unseal(session.sealedToken);

/**
 * The caller's access token, for operations that Cognito allows only with it. A session that began without a password
 * has none: RECENT_AUTHENTICATION_REQUIRED makes the screen ask for the password, and POST /api/confirm-password keeps
 * the token. If an authenticator app is on (the sign-in was by a recovery code), a password alone gives no token:
 * MFA_RENEWAL_REQUIRED.
 */
export async function ownToken(caller: Caller): Promise<string> {
  const refreshToken = refreshTokenOf(caller);
  if (refreshToken === undefined) {
    const account = await readAccount(caller.userId);
    throw new CallError(account?.mfa ? 'MFA_RENEWAL_REQUIRED' : 'RECENT_AUTHENTICATION_REQUIRED');
  }
  const accessToken = await accessTokenOf(poolNameOf(caller.profile), refreshToken);
  if (accessToken !== undefined) return accessToken;
  throw await sessionGone(caller);
}
