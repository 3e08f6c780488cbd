import type { RevokeTokenRequest, RevokeTokenResponse } from '@aws-sdk/client-cognito-identity-provider';
import { secretsOf } from '../services/client-secrets';
import { CognitoError } from '../services/errors';
import { operation } from '../services/operation';
import { clientById } from '../services/find';
import { revoke, signInOf } from '../services/tokens';

/** Ends one refresh token and the access tokens made from it. An unknown token is no error (RFC 7009, 2.2). */
export const revokeToken = operation<RevokeTokenRequest, RevokeTokenResponse>('RevokeToken')({
  requires: ['Token', 'ClientId'],
  takes: ['ClientSecret'],
  run: async (cognito, input) => {
    const { client } = clientById(cognito, input.ClientId);
    const secrets = secretsOf(client);
    if (secrets.length > 0 && !secrets.some(({ value }) => value === input.ClientSecret))
      throw new CognitoError('UnauthorizedException', 'Invalid client secret');
    if (input.Token.split('.').length === 3)
      throw new CognitoError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked');
    const signIn = signInOf(cognito, input.Token);
    if (signIn && signIn.clientId !== client.id)
      throw new CognitoError('UnauthorizedException', 'Token was not issued to this client');
    if (signIn) await revoke(cognito, signIn);
    return {};
  },
});
