import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getUser } from '#functions/accounts/calls';
import { login, logout } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const signedIn = async (): Promise<Browser> => {
  const browser = new Browser();
  await browser.post(login, { email: owner.email, password: owner.password });
  return browser;
};

test('signed in: the session ends on the server and the cookie is cleared', async () => {
  const browser = await signedIn();
  const cookie = browser.cookies[cookieNames.session] ?? '';
  const response = await browser.post(logout);
  expect(response.status).toBe(200);
  expect(response.setCookies).toContain('__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax');
  const thief = new Browser();
  thief.cookies[cookieNames.session] = cookie;
  expect((await thief.get(getUser)).status).toBe(401);
});

test('sessions of other devices: they stay', async () => {
  const [here, there] = [await signedIn(), await signedIn()];
  await here.post(logout);
  expect((await there.get(getUser)).status).toBe(200);
});

test.each([
  ['no cookie', ''],
  ['an invented cookie', `0f8fad5b-d9cb-469f-a165-70867728950e.${'A'.repeat(43)}`],
  ['nonsense', 'x'],
])('%s: the same response', async (_, cookie) => {
  const browser = new Browser();
  if (cookie) browser.cookies[cookieNames.session] = cookie;
  const response = await browser.post(logout);
  expect([response.status, response.body]).toEqual([200, { message: 'ログアウトしました' }]);
});

test('another user’s id with a wrong secret: no session ends', async () => {
  const browser = await signedIn();
  const mallory = new Browser();
  mallory.cookies[cookieNames.session] = `${owner.userId}.${'A'.repeat(43)}`;
  await mallory.post(logout);
  expect((await browser.get(getUser)).status).toBe(200);
});

test('DynamoDB is down: 503, and the next try signs out', async () => {
  const browser = await signedIn();
  services.inject((service) => (service === 'dynamodb' ? 'down' : 'pass'));
  expect((await browser.post(logout)).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  services.clearFaults();
  expect((await browser.post(logout)).status).toBe(200);
});
