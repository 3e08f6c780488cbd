import { withinCall } from '#shared/limits';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { requireEnv } from '../../runtime/environment';

/** Tries of one request to Cognito. */
const maxAttempts = 2;

/**
 * One client for each container. Cognito waits up to 5 seconds for the trigger that words a mail, so a try may end
 * before the mail is sent; every caller tolerates a repeated request. All tries together leave enough time for the rest
 * of the call.
 */
export const cognito = new CognitoIdentityProviderClient({
  maxAttempts,
  requestHandler: {
    connectionTimeout: 1000,
    requestTimeout: withinCall(7_000) / maxAttempts,
    throwOnRequestTimeout: true,
  },
});

/** The app client. Requests that name it alone, without IAM, also need its secret (secret-hash.ts). */
export const clientId = (): string => requireEnv('USER_POOL_CLIENT_ID');
export const userPoolId = (): string => requireEnv('USER_POOL_ID');
