import { Browser } from '#functions/testing/browser';
import { signedIn, signedInByApp } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { resendRegistration, requestRegistration } from '#functions/accounts/calls';
import { doTasks } from '#functions/testing/task-queue';
import { confirmPassword } from './calls';
import { hashRecoveryCodes } from './recovery-codes';
import { putRecoveryCodes } from './recovery-codes-table';

/** Cognito's quotas of an hour (developer guide, "Quotas in Amazon Cognito") never keep a user out. */
const services = testServices(startSignInServices);
const phoneNumber = '+819012345678';

async function signedInBySms(user: TestUser): Promise<Browser> {
  const browser = new Browser();
  await browser.post(login, { email: user.email, password: user.password });
  expect((await browser.post(verifyMfa, { code: services.newestCode(phoneNumber) })).status).toBe(200);
  return browser;
}
const prove = async (browser: Browser, password: string) =>
  (await browser.post(confirmPassword, { password })).body['code'] ?? 'proven';

test.each(['no', 'totp'] as const)('25 proofs in an hour, %s second step: each is taken', async (mfa) => {
  const email = 'owner@example.jp';
  const user = await services.createUser(mfa === 'no' ? { email } : { email, mfa });
  const browser = await (mfa === 'no' ? signedIn(user) : signedInByApp(user));
  services.operations.length = 0;
  for (let count = 0; count < 25; count += 1) expect(await prove(browser, user.password)).toBe('proven');
  expect(services.operations).not.toContain('cognito ChangePassword');
});

test('SMS as second step: five proofs in an hour; the sixth names the hour, and signing in goes on', async () => {
  const user = await services.createUser({ email: 'owner@example.jp', mfa: 'sms', phoneNumber });
  const browser = await signedInBySms(user);
  services.messages.length = 0;
  for (let count = 0; count < 5; count += 1) expect(await prove(browser, user.password)).toBe('proven');
  for (let count = 0; count < 15; count += 1) {
    services.operations.length = 0;
    expect((await browser.post(confirmPassword, { password: user.password })).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: expect.stringContaining('1時間'),
      retryAfter: 3600,
    });
    expect(services.operations.filter((one) => one === 'cognito ChangePassword')).toHaveLength(1);
  }
  expect(services.messages).toEqual([]);
  await signedInBySms(user);
  services.clock.advance(3_600_000);
  expect(await prove(browser, user.password)).toBe('proven');
});

test('signed in by a recovery code, and no SMS can be sent: the response says so, and no attempt counts', async () => {
  const user = await services.createUser({ email: 'owner@example.jp', mfa: 'sms', phoneNumber });
  const recoveryCode = '7K2QX-9MABC';
  await putRecoveryCodes(user.userId, await hashRecoveryCodes([recoveryCode]));
  const browser = new Browser();
  await browser.post(login, { email: user.email, password: user.password });
  expect((await browser.post(verifyMfa, { recoveryCode })).status).toBe(200);
  services.inject((_, operation) =>
    operation === 'AdminInitiateAuth'
      ? {
          status: 400,
          headers: { 'x-amzn-errortype': 'CodeDeliveryFailureException' },
          body: JSON.stringify({ __type: 'CodeDeliveryFailureException', message: 'Unable to deliver message' }),
        }
      : 'pass',
  );
  for (let count = 0; count < 2; count += 1) expect(await prove(browser, user.password)).toBe('CODE_DELIVERY_FAILED');
  expect(
    (await services.items('users')).filter(({ pk, lock }) => String(pk).startsWith('LIMIT#') && Number(lock) > 0),
  ).toEqual([]);
});

test('a token is not renewed for another reason than its end: an error, and the session stays', async () => {
  const user = await services.createUser({ email: 'owner@example.jp' });
  const browser = await signedIn(user);
  services.inject((_, operation, { body }) =>
    operation === 'AdminInitiateAuth' && String(body).includes('REFRESH_TOKEN_AUTH')
      ? {
          status: 400,
          headers: { 'x-amzn-errortype': 'LimitExceededException' },
          body: JSON.stringify({ __type: 'LimitExceededException', message: 'Attempt limit exceeded' }),
        }
      : 'pass',
  );
  expect((await browser.post(confirmPassword, { password: user.password })).status).toBeGreaterThanOrEqual(500);
  services.clearFaults();
  expect(await prove(browser, user.password)).toBe('proven');
});

test('five wrong passwords in a session: a sign-in elsewhere reads how long to wait, as Cognito has it', async () => {
  const user = await services.createUser({ email: 'owner@example.jp' });
  const browser = await signedIn(user);
  for (let count = 0; count < 5; count += 1) expect(await prove(browser, 'not the password')).toBe('WRONG_PASSWORD');
  const { body } = await new Browser().post(login, { email: user.email, password: user.password });
  expect(body).toMatchObject({ code: 'ACCOUNT_LOCKED', retryAfter: expect.any(Number) });
});

test('seven wrong passwords before a proof: the right one is still taken', async () => {
  const user = await services.createUser({ email: 'owner@example.jp' });
  const browser = await signedIn(user);
  for (let count = 0; count < 7; count += 1) {
    expect(await prove(browser, 'not the password')).toBe('WRONG_PASSWORD');
    services.clock.advance(40_000);
  }
  expect(await prove(browser, user.password)).toBe('proven');
});

test('a code is asked for again: each that is promised is sent, and the sixth in an hour is refused', async () => {
  const email = 'new@example.jp';
  await new Browser().post(requestRegistration, { email, username: '新しい人', password: 'a longer password' });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    services.clock.advance(600_000);
    statuses.push((await new Browser().post(resendRegistration, { email })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(services.messages).toHaveLength(5);
});

test('Cognito sends no more of these mails this hour: the promised one follows as a task', async () => {
  const email = 'new@example.jp';
  await new Browser().post(requestRegistration, { email, username: '新しい人', password: 'a longer password' });
  services.messages.length = 0;
  services.inject((_, operation) =>
    operation === 'ResendConfirmationCode'
      ? {
          status: 400,
          headers: { 'x-amzn-errortype': 'LimitExceededException' },
          body: JSON.stringify({ __type: 'LimitExceededException', message: 'Attempt limit exceeded' }),
        }
      : 'pass',
  );
  expect((await new Browser().post(resendRegistration, { email })).status).toBe(200);
  expect(services.messages).toEqual([]);
  services.clearFaults();
  expect(await doTasks()).toBe(1);
  expect(services.messages).toHaveLength(1);
});
