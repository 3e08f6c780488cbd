import {
  AddUserPoolClientSecretCommand,
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  ListUserPoolClientSecretsCommand,
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

test('a secret of the caller’s own is accepted and not repeated; one of 23 letters is refused', async () => {
  const user = { UserPoolId: pool.UserPoolId, Username: email };
  await cognito.client.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS' }));
  await cognito.client.send(new AdminSetUserPasswordCommand({ ...user, Password: testPassword, Permanent: true }));
  const own = 'a_1'.repeat(8);
  expect(await add(own)).not.toHaveProperty('ClientSecretValue');
  await signIn(own);
  await expect(add('a'.repeat(23))).rejects.toMatchObject(refusal('InvalidParameterException'));
});

test('a client without a secret cannot get one', async () => {
  pool = await createPool(cognito);
  await expect(add()).rejects.toMatchObject(refusal('InvalidParameterException'));
  expect((await cognito.client.send(new ListUserPoolClientSecretsCommand(pool))).ClientSecrets).toEqual([]);
});
