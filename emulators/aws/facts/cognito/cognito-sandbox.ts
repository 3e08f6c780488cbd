import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  DeleteUserPoolCommand,
  type AuthenticationResultType,
} from '@aws-sdk/client-cognito-identity-provider';
import { awsEndpoint } from '../aws-endpoint';
import { Differs, type Environment, type OpenService } from '../../../platform/facts';

/** A user pool of the facts' own, named `portal-facts-…`, with one user; no message is sent to a person. */
export interface PoolSandbox {
  client: CognitoIdentityProviderClient;
  pool: { UserPoolId: string };
  ClientId: string;
  /** The name that Cognito gave the user. */
  user: string;
}

export const guide = 'https://docs.aws.amazon.com/cognito/latest/developerguide';
export const api = 'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference';
export const password = 'Correct-Horse-1';
/** Not a real domain (RFC 2606), and the pool sends nothing to it. */
export const address = 'user@example.com';
/** The user's value of the immutable attribute that the pool has, as the portal's own id (decisions/accounts). */
export const ownId = { Name: 'custom:ownId', Value: 'own-id-of-the-user' };

/** Name and text of a request's refusal; throws {@link Differs} if it is not refused. */
export async function refusalOf(request: Promise<unknown>): Promise<{ name: string; text: string }> {
  try {
    await request;
  } catch (error) {
    if (error instanceof Error) return { name: error.name, text: error.message };
    throw error;
  }
  throw new Differs('the request', 'refused', 'done');
}
/** The name of a request's refusal, or `none`. */
export const refusalName = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'none',
    (error: Error) => error.name,
  );

export const signIn = ({ client, pool, ClientId }: PoolSandbox, given: string, name = address) =>
  client.send(
    new AdminInitiateAuthCommand({
      ...pool,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: name, PASSWORD: given },
    }),
  );
export const setPassword = ({ client, pool, user }: PoolSandbox, Permanent: boolean, Password = password) =>
  client.send(new AdminSetUserPasswordCommand({ ...pool, Username: user, Password, Permanent }));

/** Signs the user in under a permanent password; returns the tokens. */
export async function tokensOf(sandbox: PoolSandbox): Promise<AuthenticationResultType> {
  await setPassword(sandbox, true);
  return (await signIn(sandbox, password)).AuthenticationResult ?? {};
}
/** Asks for new tokens by a refresh token. */
export const refresh = ({ client, pool, ClientId }: PoolSandbox, token: string | undefined) =>
  client.send(
    new AdminInitiateAuthCommand({
      ...pool,
      ClientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: token ?? '' },
    }),
  );

/** Opens Cognito at `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER`, or in the region that `PROVE_REGION` names. */
export function openSandbox(environment: Environment): OpenService<PoolSandbox> {
  const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER');
  const client = new CognitoIdentityProviderClient({ ...settings, maxAttempts: 1 });
  const begin = async () => {
    const made = await client.send(
      new CreateUserPoolCommand({
        PoolName: `portal-facts-${randomUUID()}`,
        UsernameAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: false },
        Schema: [{ Name: 'ownId', AttributeDataType: 'String', Mutable: false }],
      }),
    );
    const pool = { UserPoolId: made.UserPool?.Id ?? '' };
    const close = async () => void (await client.send(new DeleteUserPoolCommand(pool)));
    try {
      const { UserPoolClient } = await client.send(
        new CreateUserPoolClientCommand({
          ...pool,
          ClientName: 'facts',
          ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
          PreventUserExistenceErrors: 'ENABLED',
        }),
      );
      const UserAttributes = [ownId, { Name: 'email', Value: address }, { Name: 'email_verified', Value: 'true' }];
      const { User } = await client.send(
        new AdminCreateUserCommand({ ...pool, Username: address, MessageAction: 'SUPPRESS', UserAttributes }),
      );
      const sandbox = { client, pool, ClientId: UserPoolClient?.ClientId ?? '', user: User?.Username ?? '' };
      return { sandbox, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { target, begin, close: () => Promise.resolve(client.destroy()) };
}
