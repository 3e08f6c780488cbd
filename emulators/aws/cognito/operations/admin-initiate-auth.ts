import type { AdminInitiateAuthRequest, AdminInitiateAuthResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { clientById, poolById } from '../services/find';
import { beginAuth } from '../services/begin-auth';

/** Begins a sign-in from a server, or renews its tokens. It asks for a second step like any other. */
export const adminInitiateAuth = operation<AdminInitiateAuthRequest, AdminInitiateAuthResponse>('AdminInitiateAuth')({
  requires: ['UserPoolId', 'ClientId', 'AuthFlow'],
  takes: ['AuthParameters', 'ClientMetadata'],
  run: (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
    return beginAuth(
      cognito,
      {
        pool,
        client,
        flow: input.AuthFlow,
        parameters: input.AuthParameters ?? {},
        clientMetadata: input.ClientMetadata,
      },
      ['ADMIN_USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'],
    );
  },
});
