import {
  AdminResetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { clock as productClock } from '#functions/platform/clock';
import { Browser } from '#functions/testing/browser';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import {
  getUser,
  requestEmailChange,
  requestRegistration,
  requestReset,
  resendRegistration,
  resetPassword,
  verifyEmailChange,
} from './calls';
import { login } from '#functions/sign-in/calls';

const services = testServices(startSignInServices);
let owner: TestUser;
const password = 'a new password';

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const askFor = async (email = owner.email): Promise<string> => {
  await new Browser().post(requestReset, { email });
  return services.newestToken(email);
};
const signIn = async (given: string): Promise<Browser | undefined> => {
  const browser = new Browser();
  return (await browser.post(login, { email: owner.email, password: given })).status === 200 ? browser : undefined;
};

test('the mailed link sets a new password; the old one no longer signs in', async () => {
  const token = await askFor();
  expect(services.messages[0]).toMatchObject({ to: owner.email, subject: '【レボナイザー】パスワードの再設定' });
  const response = await new Browser().post(resetPassword, { token, password });
  expect(response.status).toBe(200);
  expect(response.setCookies).toEqual([expect.stringMatching(/^__Host-browser=[\w.-]+; /)]);
  expect(await signIn(password)).toBeDefined();
  expect(await signIn(owner.password)).toBeUndefined();
});

test('staff reset the password in Cognito: no sign-in until a mailed link sets a new one', async () => {
  const reset = { UserPoolId: process.env['USER_POOL_ID'], Username: owner.email };
  await new CognitoIdentityProviderClient({}).send(new AdminResetUserPasswordCommand(reset));
  expect(await signIn(owner.password)).toBeUndefined();
  const token = services.newestToken(owner.email);
  expect((await new Browser().post(resetPassword, { token, password })).status).toBe(200);
  expect(await signIn(password)).toBeDefined();
  await new CognitoIdentityProviderClient({}).send(new AdminResetUserPasswordCommand(reset));
  const another = { token: await askFor(), password: 'another new password' };
  expect((await new Browser().post(resetPassword, another)).status).toBe(200);
  expect(await signIn(another.password)).toBeDefined();
});

test('a link that was mailed to a former address: none; one asked for at the new address works', async () => {
  const former = await askFor();
  services.clock.advance(60_000);
  const browser = await signIn(owner.password);
  const newEmail = 'new@example.jp';
  await browser?.post(requestEmailChange, { newEmail });
  const verificationCode = services.newestCode(newEmail);
  expect((await browser?.post(verifyEmailChange, { verificationCode }))?.status).toBe(200);
  const reset = (token: string) => new Browser().post(resetPassword, { token, password });
  expect(await reset(former)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  owner = { ...owner, email: newEmail };
  expect(await signIn(owner.password)).toBeDefined();
  services.clock.advance(1_000);
  const link = await askFor();
  // A stranger, who has no part in it.
  await new Browser('203.0.113.9').post(resendRegistration, { email: newEmail });
  expect((await reset(link)).status).toBe(200);
  expect(await signIn(password)).toBeDefined();
});

test('a link to the former address waits for a change of the address: none once that has ended', async () => {
  const token = await askFor();
  const browser = (await signIn(owner.password))!;
  await browser.post(requestEmailChange, { newEmail: 'new@example.jp' });
  const code = { verificationCode: services.newestCode('new@example.jp') };
  let waiting: ReturnType<Browser['post']> | undefined;
  services.inject((_, operation): 'pass' | Promise<'pass'> => {
    if (operation !== 'VerifyUserAttribute') return 'pass';
    return new Promise((resolve) => {
      jest.mocked(productClock.wait).mockImplementationOnce(async () => {
        resolve('pass');
        await changing;
      });
      waiting = new Browser().post(resetPassword, { token, password });
    });
  });
  const changing = browser.post(verifyEmailChange, code);
  expect((await changing).status).toBe(200);
  expect((await waiting)?.body).toMatchObject({ code: 'LINK_INVALID' });
  expect((await new Browser().post(login, { email: 'new@example.jp', password })).status).toBe(401);
});

test('staff change the address in Cognito: the same, before a sign-in brings it to the profile', async () => {
  await signIn(owner.password);
  const former = await askFor();
  services.clock.advance(60_000);
  const email = 'new@example.jp';
  await new CognitoIdentityProviderClient({}).send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: process.env['USER_POOL_ID'],
      Username: owner.userId,
      UserAttributes: Object.entries({ email, email_verified: 'true' }).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
  const reset = (token: string) => new Browser().post(resetPassword, { token, password });
  expect(await reset(former)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  expect((await reset(await askFor(email))).status).toBe(200);
});

test('a reset: every session of the user ends, no session of another user', async () => {
  const sessions = [await signIn(owner.password), await signIn(owner.password)];
  const other = await services.createUser({ email: 'other@example.jp' });
  const theirs = new Browser();
  await theirs.post(login, { email: other.email, password: other.password });
  await new Browser().post(resetPassword, { token: await askFor(), password });
  for (const browser of sessions) expect((await browser?.get(getUser))?.status).toBe(401);
  expect((await theirs.get(getUser)).status).toBe(200);
});

// ASVS 6.4.3
test('a new password: the second step is still required', async () => {
  const bySms = await services.createUser({ email: 'sms@example.jp', phoneNumber: '+819012345678', mfa: 'sms' });
  await new Browser().post(resetPassword, { token: await askFor(bySms.email), password });
  expect((await new Browser().post(login, { email: bySms.email, password })).body).toMatchObject({
    code: 'MFA_REQUIRED',
  });
});

test('during a pause after failures: the reset lets the user in', async () => {
  await signIn(owner.password);
  for (let index = 0; index < 10; index += 1) {
    await signIn('not the password');
    services.clock.advance(20_000);
  }
  await new Browser().post(resetPassword, { token: await askFor(), password });
  services.clock.advance(60_000); // Cognito's own lockout stays, about half a minute here
  expect(await signIn(password)).toBeDefined();
});

test('a link used twice: LINK_INVALID', async () => {
  const token = await askFor();
  await new Browser().post(resetPassword, { token, password });
  const again = await new Browser().post(resetPassword, { token, password: 'yet another one' });
  expect(again.status).toBe(400);
  expect(['LINK_INVALID', 'LINK_EXPIRED']).toContain(again.body['code']);
  expect(await signIn(password)).toBeDefined();
});

test('two concurrent calls with one link: one sets its password', async () => {
  const token = await askFor();
  const responses = await Promise.all(
    [password, 'yet another one'].map((one) => new Browser().post(resetPassword, { token, password: one })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a link works for one hour', async () => {
  const token = await askFor();
  services.clock.advance(3_600_000);
  expect((await new Browser().post(resetPassword, { token, password })).body).toMatchObject({ code: 'LINK_EXPIRED' });
  expect(await signIn(owner.password)).toBeDefined();
});

test('an altered link: no password is set', async () => {
  const token = await askFor();
  for (const one of [
    `${token.slice(0, -6)}${wrong(token.slice(-6))}`,
    'nonsense',
    `${token.startsWith('B') ? 'C' : 'B'}${token.slice(1)}`,
  ]) {
    expect((await new Browser().post(resetPassword, { token: one, password })).status).toBe(400);
  }
  expect(await signIn(password)).toBeUndefined();
});

test('the code of a registration mail: no password is set', async () => {
  await new Browser().post(requestRegistration, {
    email: 'new@example.jp',
    username: '新しい人',
    password: 'correct horse',
  });
  const response = await new Browser().post(resetPassword, { token: services.newestToken('new@example.jp'), password });
  expect(response.status).toBe(400);
});

test('a weak password, also for a user who never signed in: refused, and the link still works', async () => {
  const token = await askFor();
  for (const weak of ['password', 'owner@example.jp', 'Revonizer'])
    expect((await new Browser().post(resetPassword, { token, password: weak })).body).toMatchObject({
      code: 'WEAK_PASSWORD',
      fields: { password: expect.stringContaining('使用できません') },
    });
  expect((await new Browser().post(resetPassword, { token, password })).status).toBe(200);
});

test('a new password against the rules: INVALID_INPUT', async () => {
  const token = await askFor();
  expect((await new Browser().post(resetPassword, { token, password: 'short' })).body['fields']).toEqual({
    password: 'パスワードは8文字以上である必要があります',
  });
  expect((await new Browser().post(resetPassword, { token, password })).status).toBe(200);
});

test('ten wrong codes for a user from different browsers: a pause begins', async () => {
  const token = await askFor();
  const guess = `${token.slice(0, -6)}${wrong(token.slice(-6))}`;
  for (let index = 0; index < 10; index += 1)
    await new Browser(`198.51.100.${index}`).post(resetPassword, { token: guess, password });
  expect((await new Browser().post(resetPassword, { token, password })).body).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    retryAfter: 900,
  });
});

// ASVS 6.3.8
test('asking for a link: the same response in the same time for every address', async () => {
  await new Browser().post(requestRegistration, {
    email: 'new@example.jp',
    username: '新しい人',
    password: 'correct horse',
  });
  const wait = jest.mocked(productClock.wait);
  wait.mockClear();
  services.messages.length = 0;
  const responses = await Promise.all(
    [owner.email, 'nobody@example.jp', 'new@example.jp'].map((email) => new Browser().post(requestReset, { email })),
  );
  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(responses[0]?.status).toBe(200);
  expect(wait.mock.calls).toEqual([[2000], [2000], [2000]]);
  expect(services.messages).toHaveLength(2);
  expect(Object.fromEntries(services.messages.map(({ to, subject }) => [to, subject]))).toEqual({
    'new@example.jp': '【レボナイザー】メールアドレスの確認',
    'owner@example.jp': '【レボナイザー】パスワードの再設定',
  });
});

test.each(['owner@example.jp', 'nobody@example.jp'])(
  'of the links for %s, three in an hour are accepted',
  async (email) => {
    for (let index = 0; index < 3; index += 1)
      expect((await new Browser().post(requestReset, { email })).status).toBe(200);
    expect((await new Browser().post(requestReset, { email })).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfter: 3600,
    });
  },
);

describe('with a service out of reach', () => {
  test('DynamoDB is down before the call: 503, and the link still works', async () => {
    const token = await askFor();
    services.inject((service) => (service === 'dynamodb' ? 'down' : 'pass'));
    expect((await new Browser().post(resetPassword, { token, password })).status).toBe(503);
    services.clearFaults();
    expect((await new Browser().post(resetPassword, { token, password })).status).toBe(200);
  });

  test('DynamoDB fails after the password is set: a task ends the older sessions', async () => {
    const old = await signIn(owner.password);
    const token = await askFor();
    let set = false;
    services.inject((service, operation) => {
      set ||= operation === 'ConfirmForgotPassword';
      return set && service === 'dynamodb' ? 'down' : 'pass';
    });
    expect((await new Browser().post(resetPassword, { token, password })).status).toBe(503);
    services.clearFaults();
    expect((await old?.get(getUser))?.status).toBe(200);
    services.clock.advance(120_000);
    const later = await signIn(password);
    expect(await doAccountTasks()).toEqual({ done: ['end-interrupted'], left: [] });
    expect((await old?.get(getUser))?.status).toBe(401);
    expect((await later?.get(getUser))?.status).toBe(200);
    expect(await doAccountTasks()).toEqual({ done: [], left: [] });
  });

  test('Cognito is down: 503, the old password and the sessions stay', async () => {
    const browser = await signIn(owner.password);
    const token = await askFor();
    services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
    expect((await new Browser().post(resetPassword, { token, password })).status).toBe(503);
    services.clearFaults();
    expect((await browser?.get(getUser))?.status).toBe(200);
    expect(await signIn(owner.password)).toBeDefined();
  });
});
