import type { AdminInitiateAuthCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import { cognito, cognitoOnce } from '#functions/platform/cognito/client';
import { CookieSecret } from './open-session';
import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { requestReset, resetPassword } from '#functions/accounts/calls';
import {
  changePassword,
  confirmPassword,
  endOtherSessions,
  endSession,
  listSessions,
  setUpTotp,
} from '#functions/security/calls';
import { login, logout, verifyMfa } from '#functions/sign-in/calls';

const services = testServices(startSignInServices);

/** Every token and every session that Cognito returns; emptied before each test. */
const tokens: string[] = [];
for (const client of [cognito, cognitoOnce])
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const { Session, AuthenticationResult } = result.output as Partial<AdminInitiateAuthCommandOutput>;
      const { AccessToken, IdToken, RefreshToken } = AuthenticationResult ?? {};
      tokens.push(...[Session, AccessToken, IdToken, RefreshToken].flatMap((one) => one ?? []));
      return result;
    },
    { step: 'initialize' },
  );
beforeEach(() => void (tokens.length = 0));

/** The sealed values that a read of the whole table finds. */
const sealedValues = async (): Promise<string[]> =>
  (await services.items('users')).flatMap(({ sealedToken, sealedSession }) =>
    [sealedToken, sealedSession].filter((value) => typeof value === 'string'),
  );

/** Expects that the whole table contains no token, and that only the cookie's secret opens its sealed values. */
async function expectSealed(cookie: string | undefined): Promise<void> {
  const table = JSON.stringify(await services.items('users'));
  for (const token of tokens) expect(table).not.toContain(token);
  const sealed = await sealedValues();
  expect(sealed).toHaveLength(1);
  const secret = new CookieSecret(cookie?.split('.').at(-1) ?? '');
  for (const value of sealed) {
    expect(tokens).toContain(secret.unseal(value));
    for (const item of await services.items('users')) {
      const texts = Object.values(item).flatMap((one) =>
        typeof one === 'string' ? [one, one.replace(/^\w+#/, '')] : [],
      );
      for (const text of texts) expect(() => new CookieSecret(text).unseal(value)).toThrow();
    }
  }
}

const signIn = async (user: TestUser): Promise<Browser> => {
  const browser = new Browser();
  await browser.post(login, { email: user.email, password: user.password });
  return browser;
};

test('a session: the table has no token of Cognito, also after the password was proven and changed', async () => {
  const owner = await services.createUser({ email: 'owner@example.jp' });
  const browser = await signIn(owner);
  expect(tokens).toHaveLength(3);
  await expectSealed(browser.cookies[cookieNames.session]);
  expect((await browser.post(confirmPassword, { password: owner.password })).status).toBe(200);
  await expectSealed(browser.cookies[cookieNames.session]);
  expect((await browser.post(setUpTotp)).status).toBe(200);
  const change = { newPassword: 'a new password' };
  expect((await browser.post(changePassword, change)).status).toBe(200);
  const table = JSON.stringify(await services.items('users'));
  for (const token of tokens) expect(table).not.toContain(token);
});

type End = (user: TestUser, browser: Browser, other: Browser) => Promise<unknown>;
const idOf = async (browser: Browser): Promise<string> => {
  const { body } = await browser.get(listSessions);
  return (body['sessions'] as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? '';
};

// ASVS 7.4.1
test.each<[string, number, End]>([
  ['it is signed out', 1, (_user, _browser, other) => other.post(logout)],
  ['its browser signs in again', 2, ({ email, password }, _, other) => other.post(login, { email, password })],
  [
    'it is ended from another device',
    1,
    async (_user, browser, other) => browser.delete(endSession, { params: { id: await idOf(other) } }),
  ],
  ['all others are ended', 1, (_user, browser) => browser.post(endOtherSessions)],
  ['the password is changed', 1, (_user, browser) => browser.post(changePassword, { newPassword: 'a new password' })],
  [
    'the password is reset',
    0,
    async ({ email }) => {
      await new Browser().post(requestReset, { email });
      const token = services.newestToken(email);
      return new Browser().post(resetPassword, { token, password: 'a new password' });
    },
  ],
])('a session ends, because %s: the only copy of its token goes, the others open theirs', async (_, left, end) => {
  const owner = await services.createUser({ email: 'owner@example.jp' });
  const [browser, other] = [await signIn(owner), await signIn(owner)];
  expect(await end(owner, browser, other)).toMatchObject({ status: 200 });
  const after = await sealedValues();
  expect(after).toHaveLength(left);
  expect((await browser.post(setUpTotp)).status).toBe(left === 0 ? 401 : 200);
});

test('a waiting second step: Cognito’s session opens with the challenge’s cookie alone', async () => {
  const owner = await services.createUser({ email: 'owner@example.jp', mfa: 'totp' });
  const browser = await signIn(owner);
  await expectSealed(browser.cookies[cookieNames.challenge]);
  expect((await browser.post(verifyMfa, { code: owner.appCode() })).status).toBe(200);
  await expectSealed(browser.cookies[cookieNames.session]);
});
