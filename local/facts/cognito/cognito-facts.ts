import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  DeleteUserPoolCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { awsEndpoint } from '../aws-endpoint';
import { same, type Fact, type FactService } from '../fact';

/** A user pool of the facts' own, named `portal-facts-…`, with one user; no message is sent to anybody. */
interface PoolSandbox {
  client: CognitoIdentityProviderClient;
  pool: { UserPoolId: string };
  ClientId: string;
  user: string;
}

const guide = 'https://docs.aws.amazon.com/cognito/latest/developerguide';
const password = 'Correct-Horse-1';
/** Not a real domain (RFC 2606), and the pool sends nothing to it. */
const address = 'user@example.com';

const nameOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'none',
    (error: Error) => error.name,
  );
const signIn = ({ client, pool, ClientId }: PoolSandbox, given: string) =>
  client.send(
    new AdminInitiateAuthCommand({
      ...pool,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: address, PASSWORD: given },
    }),
  );
const setPassword = ({ client, pool, user }: PoolSandbox, Permanent: boolean) =>
  client.send(new AdminSetUserPasswordCommand({ ...pool, Username: user, Password: password, Permanent }));

const facts: readonly Fact<PoolSandbox>[] = [
  {
    id: 'five-changes-of-a-password-an-hour',
    says: 'ChangePassword is carried out five times an hour for a user; the sixth is LimitExceededException.',
    page: `${guide}/quotas.html`,
    async check(sandbox) {
      await setPassword(sandbox, true);
      const { AuthenticationResult } = await signIn(sandbox, password);
      const outcomes: string[] = [];
      for (let count = 0; count < 6; count += 1)
        outcomes.push(
          await nameOf(
            sandbox.client.send(
              new ChangePasswordCommand({
                AccessToken: AuthenticationResult?.AccessToken,
                PreviousPassword: password,
                ProposedPassword: password,
              }),
            ),
          ),
        );
      same('six changes', ['none', 'none', 'none', 'none', 'none', 'LimitExceededException'], outcomes);
      same('a sign-in after them', 'none', await nameOf(signIn(sandbox, password)));
    },
  },
  {
    id: 'a-temporary-password-asks-for-a-new-one',
    says: 'A right temporary password is answered with NEW_PASSWORD_REQUIRED, a wrong one with NotAuthorizedException.',
    page: `${guide}/how-to-create-user-accounts.html`,
    async check(sandbox) {
      await setPassword(sandbox, false);
      same('the challenge', 'NEW_PASSWORD_REQUIRED', (await signIn(sandbox, password)).ChallengeName);
      same('a wrong one', 'NotAuthorizedException', await nameOf(signIn(sandbox, 'Another-Horse-2')));
    },
  },
  {
    id: 'no-reset-while-a-password-is-temporary',
    says: 'ForgotPassword is refused with NotAuthorizedException while the password is temporary.',
    page: `${guide}/managing-users-passwords.html`,
    async check(sandbox) {
      await setPassword(sandbox, false);
      const { client, ClientId } = sandbox;
      const request = client.send(new ForgotPasswordCommand({ ClientId, Username: address }));
      same('the refusal', 'NotAuthorizedException', await nameOf(request));
    },
  },
  {
    id: 'no-code-for-who-is-confirmed',
    says: 'ResendConfirmationCode for a confirmed user is refused with InvalidParameterException.',
    page: 'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ResendConfirmationCode.html',
    async check(sandbox) {
      await setPassword(sandbox, true);
      const { client, ClientId } = sandbox;
      const request = client.send(new ResendConfirmationCodeCommand({ ClientId, Username: address }));
      same('the refusal', 'InvalidParameterException', await nameOf(request));
    },
  },
];

/** What the product assumes about Cognito. */
export const cognitoFacts: FactService<PoolSandbox> = {
  name: 'cognito',
  facts,
  open: async (environment) => {
    const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER');
    const client = new CognitoIdentityProviderClient({ ...settings, maxAttempts: 1 });
    const begin = async () => {
      const made = await client.send(
        new CreateUserPoolCommand({ PoolName: `portal-facts-${randomUUID()}`, UsernameAttributes: ['email'] }),
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
        const UserAttributes = [
          { Name: 'email', Value: address },
          { Name: 'email_verified', Value: 'true' },
        ];
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
  },
};
