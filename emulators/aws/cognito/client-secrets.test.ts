import {
  AddUserPoolClientSecretCommand,
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  DeleteUserPoolClientSecretCommand,
  DescribeUserPoolClientCommand,
  ListUserPoolClientSecretsCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { secretHash } from './services/client-secrets';
import { createPool, refusal, testPassword, type TestPool } from './testing/create-pool';
import { startCognito, type StartedCognito } from './testing/start-cognito';

let cognito: StartedCognito;
let pool: TestPool;
beforeAll(async () => {
  cognito = await startCognito();
});
afterAll(() => cognito.stop());
beforeEach(async () => {
  pool = await createPool(cognito, {}, { GenerateSecret: true });
});

const add = async (ClientSecret?: string) =>
  (await cognito.client.send(new AddUserPoolClientSecretCommand({ ...pool, ClientSecret }))).ClientSecretDescriptor;
const list = async () => (await cognito.client.send(new ListUserPoolClientSecretsCommand(pool))).ClientSecrets ?? [];
const remove = (ClientSecretId: string | undefined) =>
  cognito.client.send(new DeleteUserPoolClientSecretCommand({ ...pool, ClientSecretId }));
const first = async () =>
  (await cognito.client.send(new DescribeUserPoolClientCommand(pool))).UserPoolClient?.ClientSecret;

const email = 'a@example.com';
const signIn = (secret: string | undefined) =>
  cognito.client.send(
    new AdminInitiateAuthCommand({
      ...pool,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: {
        USERNAME: email,
        PASSWORD: testPassword,
        SECRET_HASH: secretHash({ id: pool.ClientId, secret: secret ?? '' }, email),
      },
    }),
  );

const hashRefused = refusal('NotAuthorizedException', /SecretHash does not match/);
async function makeUser(): Promise<void> {
  const user = { UserPoolId: pool.UserPoolId, Username: email };
  await cognito.client.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS' }));
  await cognito.client.send(new AdminSetUserPasswordCommand({ ...user, Password: testPassword, Permanent: true }));
}

test('a client with two secrets accepts both; of a removed one it accepts nothing', async () => {
  await makeUser();
  const [old, added] = [await first(), await add()];
  const tokens = (await signIn(old)).AuthenticationResult;
  await signIn(added?.ClientSecretValue);
  const [oldest] = await list();
  await remove(oldest?.ClientSecretId);
  await expect(signIn(old)).rejects.toMatchObject(hashRefused);
  await signIn(added?.ClientSecretValue);
  const revoke = (ClientSecret: string | undefined) =>
    cognito.client.send(new RevokeTokenCommand({ ClientId: pool.ClientId, ClientSecret, Token: tokens?.RefreshToken }));
  await expect(revoke(old)).rejects.toMatchObject(refusal('UnauthorizedException'));
  await revoke(added?.ClientSecretValue);
});

test('a secret of the caller’s own is accepted and not repeated; one of 23 letters is refused', async () => {
  await makeUser();
  const own = 'a_1'.repeat(8);
  expect(await add(own)).not.toHaveProperty('ClientSecretValue');
  await signIn(own);
  await expect(add('a'.repeat(23))).rejects.toMatchObject(refusal('InvalidParameterException'));
});

test('a client without a secret cannot get one', async () => {
  pool = await createPool(cognito);
  await expect(add()).rejects.toMatchObject(refusal('InvalidParameterException'));
  expect(await list()).toEqual([]);
});
