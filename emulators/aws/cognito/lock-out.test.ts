import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  createPool,
  passwordSignIn,
  refusal,
  signIn,
  signUpAndConfirm,
  testPassword,
  type TestPool,
} from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const cognito = testCognito();
let pool: TestPool;

beforeEach(async () => {
  pool = await createPool(cognito);
  await signUpAndConfirm(cognito, pool, 'a@example.com');
});

const tryPassword = (password: string, username = 'a@example.com') =>
  cognito.client.send(passwordSignIn(pool, username, password));
const incorrect = refusal('NotAuthorizedException', 'Incorrect username or password.');
const exceeded = refusal('NotAuthorizedException', 'Password attempts exceeded');

describe('the lockout', () => {
  const fail = async (times: number) => {
    for (let n = 0; n < times; n += 1) await expect(tryPassword('wrong')).rejects.toMatchObject(incorrect);
  };

  it('begins with the fifth wrong password and doubles with each further one', async () => {
    await fail(5);
    await expect(tryPassword(testPassword)).rejects.toMatchObject(exceeded);
    cognito.clock.advance(1000);
    await fail(1);
    cognito.clock.advance(1000);
    await expect(tryPassword(testPassword)).rejects.toMatchObject(exceeded);
    cognito.clock.advance(1000);
    await expect(tryPassword(testPassword)).resolves.toBeDefined();
    await fail(4);
    await expect(tryPassword(testPassword)).resolves.toBeDefined();
  });

  it('attempts during a lockout do not count, and it ends after 15 minutes', async () => {
    await fail(5);
    for (let n = 0; n < 10; n += 1) await expect(tryPassword('wrong')).rejects.toMatchObject(exceeded);
    cognito.clock.advance(1000);
    await expect(tryPassword(testPassword)).resolves.toBeDefined();
    for (let count = 1; count < 15; count += 1) {
      await fail(1);
      if (count >= 5) cognito.clock.advance(2 ** (count - 5) * 1000);
    }
    await fail(1);
    cognito.clock.advance(899_999);
    await expect(tryPassword(testPassword)).rejects.toMatchObject(exceeded);
    cognito.clock.advance(1);
    await expect(tryPassword(testPassword)).resolves.toBeDefined();
  });

  it('the count ends after 15 minutes without any attempt', async () => {
    await fail(5);
    cognito.clock.advance(900_000);
    await fail(4);
    await expect(tryPassword(testPassword)).resolves.toBeDefined();
  });

  it('is not cleared by a reset of the password', async () => {
    await cognito.client.send(new ForgotPasswordCommand({ ClientId: pool.ClientId, Username: 'a@example.com' }));
    await fail(5);
    const ConfirmationCode = cognito.codeTo('a@example.com');
    const reset = { ClientId: pool.ClientId, Username: 'a@example.com', ConfirmationCode, Password: 'Another-Horse-2' };
    await cognito.client.send(new ConfirmForgotPasswordCommand(reset));
    await expect(tryPassword('Another-Horse-2')).rejects.toMatchObject(exceeded);
    cognito.clock.advance(1000);
    await expect(tryPassword('Another-Horse-2')).resolves.toHaveProperty('AuthenticationResult');
  });

  it('concurrent attempts are all counted', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => tryPassword('wrong')));
    const messages = results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : ''));
    expect(messages.filter((message) => message === incorrect.message)).toHaveLength(5);
    expect(messages.filter((message) => message === exceeded.message)).toHaveLength(7);
  });

  it('counts wrong old passwords of a change as well', async () => {
    let { AccessToken } = await signIn(cognito, pool, 'a@example.com');
    const change = (PreviousPassword: string, ProposedPassword = 'Another-Horse-2') =>
      cognito.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
    for (let n = 0; n < 5; n += 1) await expect(change('wrong')).rejects.toMatchObject(incorrect);
    await expect(tryPassword(testPassword)).rejects.toMatchObject(exceeded);
    await expect(change(testPassword)).rejects.toMatchObject(refusal('LimitExceededException'));
    cognito.clock.advance(3_600_000);
    ({ AccessToken } = await signIn(cognito, pool, 'a@example.com'));
    await expect(change(testPassword, 'short')).rejects.toMatchObject(refusal('InvalidPasswordException'));
    await change(testPassword);
    await expect(tryPassword(testPassword)).rejects.toMatchObject(incorrect);
    await expect(tryPassword('Another-Horse-2')).resolves.toBeDefined();
  });
});
