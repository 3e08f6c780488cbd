import { AdminConfirmSignUpCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Fault } from '../../local/testing/functions';
import { getUser, requestRegistration, resendRegistration, verifyEmail } from './calls';
import { login } from '#functions/sign-in/calls';
import { Browser } from '#functions/testing/browser';
import { runJob } from '#functions/testing/run-job';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { checkUsers as handler } from '#functions/jobs';

const services = testServices(startSignInServices);
const day = 86_400_000;
const password = 'correct horse';

const register = (email: string, from?: string) =>
  new Browser(from).post(requestRegistration, { email, username: '新しい人', password });
const signsIn = async (email: string): Promise<boolean> =>
  (await new Browser().post(login, { email, password })).status === 200;
/** Whether the registration still waits: its mail is sent again. */
const waits = async (email: string): Promise<boolean> => {
  services.messages.length = 0;
  await new Browser().post(resendRegistration, { email });
  return services.messages.length > 0;
};

test('unconfirmed for two days: gone; younger ones and confirmed users stay', async () => {
  await register('old@example.jp');
  await register('confirmed@example.jp');
  await new Browser().get(verifyEmail, { token: services.newestToken('confirmed@example.jp') });
  services.clock.advance(day);
  await register('young@example.jp');
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 0, failed: 0 });
  services.clock.advance(day);
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 1, failed: 0 });
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 0, failed: 0 });
  expect(await waits('old@example.jp')).toBe(false);
  expect(await waits('young@example.jp')).toBe(true);
  expect(await signsIn('confirmed@example.jp')).toBe(true);
});

test('a code that was mailed again may still be entered: the registration stays, and the code confirms', async () => {
  await register('slow@example.jp');
  services.clock.advance(1.5 * day);
  await new Browser().post(resendRegistration, { email: 'slow@example.jp' });
  services.clock.advance(0.9 * day);
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 0, failed: 0 });
  await new Browser().get(verifyEmail, { token: services.newestToken('slow@example.jp') });
  services.clock.advance(2 * day);
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 0, failed: 0 });
  expect(await signsIn('slow@example.jp')).toBe(true);
});

test('confirmed since Cognito listed it: the user stays', async () => {
  await register('quick@example.jp');
  services.clock.advance(2 * day);
  services.inject(async (_, operation): Promise<Fault> => {
    if (operation === 'AdminGetUser')
      await new CognitoIdentityProviderClient({}).send(
        new AdminConfirmSignUpCommand({ UserPoolId: process.env['USER_POOL_ID'], Username: 'quick@example.jp' }),
      );
    return 'pass';
  });
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 0, failed: 0 });
  services.clearFaults();
  expect(await signsIn('quick@example.jp')).toBe(true);
});

test('more than a page of 60: the next pages are read; users not reached in time wait for the next run', async () => {
  for (let index = 0; index < 61; index += 1) await register(`user-${index}@example.jp`, `198.51.100.${index}`);
  services.clock.advance(2 * day);
  const none = await handler({}, { getRemainingTimeInMillis: () => 0 });
  expect(none).toEqual({ ended: 0, removed: 0, failed: 0 });
  let removed = 0;
  for (let run = 0; run < 2; run += 1) removed += (await runJob(handler)).removed;
  expect(removed).toBe(61);
});

test('Cognito refuses to delete one: the others go, the run fails, and the next one deletes it', async () => {
  for (const name of ['first', 'second']) await register(`${name}@example.jp`);
  services.clock.advance(2 * day);
  let refused = '';
  services.inject((_, operation, { body }) => {
    if (operation !== 'AdminDeleteUser') return 'pass';
    refused ||= String(body);
    return String(body) === refused ? 'down' : 'pass';
  });
  await expect(runJob(handler)).rejects.toThrow('1 users');
  services.clearFaults();
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 1, failed: 0 });
});

// ASVS 7.4.2
test('a disabled user: every session ends, and no session of another user; a second run finds nothing', async () => {
  const [disabled, other] = [
    await services.createUser({ email: 'disabled@example.jp' }),
    await services.createUser({ email: 'other@example.jp' }),
  ];
  const browsers = [new Browser(), new Browser()];
  const theirs = new Browser();
  for (const browser of browsers) await browser.post(login, { email: disabled.email, password: disabled.password });
  await theirs.post(login, { email: other.email, password: other.password });
  await services.disable(disabled.userId);
  expect(await runJob(handler)).toEqual({ ended: 2, removed: 0, failed: 0 });
  for (const browser of browsers) expect((await browser.get(getUser)).status).toBe(401);
  expect((await theirs.get(getUser)).status).toBe(200);
  expect(await runJob(handler)).toEqual({ ended: 0, removed: 0, failed: 0 });
});

test('more than 60 disabled users: the next pages of Cognito are read too', async () => {
  for (let index = 0; index < 61; index += 1) {
    const user = await services.createUser({ email: `user-${index}@example.jp` });
    await services.disable(user.userId);
  }
  services.operations.length = 0;
  await runJob(handler);
  expect(services.operations.filter((operation) => operation === 'cognito ListUsers')).toHaveLength(3);
  expect(services.operations.filter((operation) => operation === 'dynamodb Query')).toHaveLength(62);
});

test('Cognito cannot be reached: the run fails', async () => {
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  await expect(runJob(handler)).rejects.toThrow('hang up');
});
