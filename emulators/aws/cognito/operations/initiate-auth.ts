import type { InitiateAuthRequest, InitiateAuthResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { clientById } from '../services/find';
import { beginAuth } from '../services/begin-auth';

/** Begins a sign-in from a public client, or renews its tokens. */
export const initiateAuth = operation<InitiateAuthRequest, InitiateAuthResponse>('InitiateAuth')({
  requires: ['ClientId', 'AuthFlow'],
  takes: ['AuthParameters', 'ClientMetadata'],
  run: (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId);
    return beginAuth(
      cognito,
      {
        pool,
        client,
        flow: input.AuthFlow,
        parameters: input.AuthParameters ?? {},
        clientMetadata: input.ClientMetadata,
      },
      ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'],
    );
  },
});
