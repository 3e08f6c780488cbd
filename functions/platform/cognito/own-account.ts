import {
  AdminInitiateAuthCommand,
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  GetUserAttributeVerificationCodeCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { clientId, cognito, cognitoOnce, userPoolId, secretHash } from './client';
import { settled, failureIn, type Failure } from './failure';

/** A new access token for Cognito's name of a user; undefined if refresh token or user is not valid any more. */
export async function accessTokenOf(poolName: string, refreshToken: string): Promise<string | undefined> {
  const { response, failure } = await settled(
    cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId(),
        ClientId: clientId(),
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken, SECRET_HASH: await secretHash(poolName) },
      }),
    ),
  );
  if (failure && failure !== 'wrong-credentials') throw new Error(`Cognito refused to renew a token: ${failure}`);
  return response?.AuthenticationResult?.AccessToken;
}

/** The result of a request by a token alone: `session-gone` if it was revoked, or its user disabled or deleted. */
async function settledByToken<T>(request: Promise<T>): ReturnType<typeof settled<T>> {
  const outcome = await settled(request);
  return outcome.failure === 'wrong-credentials' ? { failure: 'session-gone' } : outcome;
}

/** Checks the current password by setting it again; undefined if it is right. */
export const refusalOfPassword = (accessToken: string, password: string): Promise<Failure | undefined> =>
  failureIn(
    cognitoOnce.send(
      new ChangePasswordCommand({ AccessToken: accessToken, PreviousPassword: password, ProposedPassword: password }),
    ),
  );

/**
 * Has a code mailed to a new address; the old one stays until the code is given (the pool's
 * AttributesRequireVerificationBeforeUpdate).
 */
export async function beginEmailChange(accessToken: string, newEmail: string): Promise<Failure | undefined> {
  const UserAttributes = [{ Name: 'email', Value: newEmail }];
  const command = new UpdateUserAttributesCommand({ AccessToken: accessToken, UserAttributes });
  return (await settledByToken(cognitoOnce.send(command))).failure;
}

export async function sendPhoneCode(accessToken: string): Promise<Failure | undefined> {
  const named = { AccessToken: accessToken, AttributeName: 'phone_number' };
  return (await settledByToken(cognitoOnce.send(new GetUserAttributeVerificationCodeCommand(named)))).failure;
}

/** Proves an address or number by the code sent to it; undefined if it was right. */
export async function confirmContact(
  accessToken: string,
  contact: 'email' | 'phone_number',
  code: string,
): Promise<Failure | undefined> {
  const command = new VerifyUserAttributeCommand({ AccessToken: accessToken, AttributeName: contact, Code: code });
  return (await settledByToken(cognitoOnce.send(command))).failure;
}

/** A new secret for an authenticator app, in base32; undefined if the token was refused. */
export async function newAppSecret(accessToken: string): Promise<string | undefined> {
  const command = new AssociateSoftwareTokenCommand({ AccessToken: accessToken });
  const { response, failure } = await settledByToken(cognito.send(command));
  if (failure) return undefined;
  if (!response.SecretCode) throw new Error('Cognito returned no secret for an authenticator');
  return response.SecretCode;
}

/** Proves that the app has the secret; undefined if its code was right. Does not switch the second step on. */
export async function confirmApp(accessToken: string, code: string): Promise<Failure | undefined> {
  const command = new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code });
  const { response, failure } = await settledByToken(cognitoOnce.send(command));
  return failure ?? (response.Status === 'SUCCESS' ? undefined : 'wrong-code');
}
