import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { requireEnv } from '../../runtime/environment';

/**
 * One client for each container. Two tries of 4 seconds stay within the function's 15; Cognito itself waits up to 5 for
 * the trigger that words a mail, so a try may end before the mail is out, and every caller bears a repeated request.
 */
export const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
});

/** The app client (no secret: only the server has IAM rights to sign somebody in). */
export const clientId = (): string => requireEnv('USER_POOL_CLIENT_ID');
export const userPoolId = (): string => requireEnv('USER_POOL_ID');
