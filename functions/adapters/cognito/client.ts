import { withinCall } from '#shared/limits';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { requireEnv } from '../../runtime/environment';

/** Milliseconds that one operation may take with all its tries; the rest of the call needs time too. */
const timeForOne = withinCall(7_000);
/** Tries of a request that may be repeated. */
const maxAttempts = 2;

const settings = { connectionTimeout: 1000, throwOnRequestTimeout: true };

/** One client for each container, for requests that have the same result when they are repeated. */
export const cognito = new CognitoIdentityProviderClient({
  maxAttempts,
  requestHandler: { ...settings, requestTimeout: timeForOne / maxAttempts },
});

/**
 * For requests that Cognito refuses the second time, that use up a code, or that send a message: the SDK never repeats
 * them. So a refusal is always about the one request that was made, and a response that got lost is an outage, never a
 * refusal. A message takes Cognito up to 5 seconds, the time of the trigger that words it. Each request has a
 * connection of its own, because one that a container kept while it was frozen may be gone.
 */
export const cognitoOnce = new CognitoIdentityProviderClient({
  maxAttempts: 1,
  requestHandler: {
    ...settings,
    requestTimeout: timeForOne,
    httpAgent: { keepAlive: false },
    httpsAgent: { keepAlive: false },
  },
});

/** The app client. Requests that name it alone, without IAM, also need its secret (secret-hash.ts). */
export const clientId = (): string => requireEnv('USER_POOL_CLIENT_ID');
export const userPoolId = (): string => requireEnv('USER_POOL_ID');
