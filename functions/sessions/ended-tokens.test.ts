import type { Fault } from '../../local/testing/functions';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { Browser } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { opens, tokenOf } from '#functions/testing/tokens';
import { getUser, requestReset, resetPassword } from '#functions/accounts/calls';
import { login, logout, verifyMfa } from '#functions/sign-in/calls';
import {
  changePassword,
  confirmPassword,
  endOtherSessions,
  endSession,
  listSessions,
  setUpTotp,
} from '#functions/security/calls';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const idOf = async (browser: Browser): Promise<string> => {
  const { body } = await browser.get(listSessions);
  return (body['sessions'] as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? '';
};
const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get(getUser)).status === 200;
const tokensOf = (...browsers: Browser[]) => Promise.all(browsers.map((browser) => tokenOf(services, browser)));
const cognitoIsDown = (service: string): Fault => (service === 'cognito' ? 'down' : 'pass');

// ASVS 7.4.1
test('signing out: its token ends at Cognito, that of another session goes on', async () => {
  const [here, there] = [await signedIn(owner), await signedIn(owner)];
  const [token, other] = await tokensOf(here, there);
  expect(await opens(owner.userId, token)).toBe(true);
  await here.post(logout);
  expect([await opens(owner.userId, token), await opens(owner.userId, other)]).toEqual([false, true]);
});

test('signing in again in the same browser: the token of the session before ends', async () => {
  const browser = await signedIn(owner);
  const [token] = await tokensOf(browser);
  await browser.post(login, { email: owner.email, password: owner.password });
  expect([await opens(owner.userId, token), await isSignedIn(browser)]).toEqual([false, true]);
});

test('Cognito is down while a user signs out: the session ends at once, and a task ends the token', async () => {
  const [here, there] = [await signedIn(owner), await signedIn(owner)];
  const [token] = await tokensOf(here);
  const stolen = new Browser();
  Object.assign(stolen.cookies, here.cookies);
  services.inject(cognitoIsDown);
  expect((await here.post(logout)).status).toBe(200);
  expect(await isSignedIn(stolen)).toBe(false);
  services.clock.advance(120_000);
  expect(await doAccountTasks()).toEqual({ done: [], left: ['end-tokens'] });
  services.clock.advance(15_000);
  services.clearFaults();
  expect(await doAccountTasks()).toEqual({ done: ['end-tokens'], left: [] });
  expect([await opens(owner.userId, token), await isSignedIn(there)]).toEqual([false, true]);
  expect(await doAccountTasks()).toEqual({ done: [], left: [] });
});

test.each<[string, (browser: Browser, lost: Browser) => Promise<unknown>]>([
  ['one', async (browser, lost) => browser.delete(endSession, { params: { id: await idOf(lost) } })],
  ['all others', (browser) => browser.post(endOtherSessions)],
])(
  '%s ended from another device: no token opens, and the password gives the staying session a new one',
  async (_, end) => {
    const [browser, lost] = [await signedIn(owner), await signedIn(owner)];
    const before = await tokensOf(browser, lost);
    await end(browser, lost);
    for (const token of before) expect(await opens(owner.userId, token)).toBe(false);
    expect([await isSignedIn(browser), await isSignedIn(lost)]).toEqual([true, false]);
    expect((await browser.post(setUpTotp)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
    expect((await browser.post(confirmPassword, { password: owner.password })).status).toBe(200);
    expect((await browser.post(setUpTotp)).status).toBe(200);
  },
);

test('a new password: every earlier token ends, and the session that goes on has a new one', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  const before = await tokensOf(browser, other);
  const body = { newPassword: 'a new password' };
  expect((await browser.post(changePassword, body)).status).toBe(200);
  for (const token of before) expect(await opens(owner.userId, token)).toBe(false);
  expect((await browser.post(setUpTotp)).status).toBe(200);
});

test('Cognito is lost after a new password is set: 200, other sessions end, a task ends the tokens', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  const before = await tokensOf(browser, other);
  let set = false;
  services.inject((service, operation) => {
    if (service === 'cognito' && set) return 'down';
    set ||= operation === 'AdminSetUserPassword';
    return 'pass';
  });
  const body = { newPassword: 'a new password' };
  expect((await browser.post(changePassword, body)).status).toBe(200);
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  services.clearFaults();
  services.clock.advance(120_000);
  expect(await doAccountTasks()).toEqual({ done: ['end-tokens'], left: [] });
  for (const token of before) expect(await opens(owner.userId, token)).toBe(false);
});

test('a reset: every token ends', async () => {
  const browsers = [await signedIn(owner), await signedIn(owner)];
  const before = await tokensOf(...browsers);
  await new Browser().post(requestReset, { email: owner.email });
  const token = services.newestToken(owner.email);
  expect((await new Browser().post(resetPassword, { token, password: 'a new password' })).status).toBe(200);
  for (const one of before) expect(await opens(owner.userId, one)).toBe(false);
});

test('a second step by SMS: the staying session keeps its token, and no sealed copy of the other remains', async () => {
  const phone = '+819012345678';
  const user = await services.createUser({ email: 'sms@example.jp', phoneNumber: phone, mfa: 'sms' });
  const bySms = async (): Promise<Browser> => {
    const browser = new Browser();
    await browser.post(login, { email: user.email, password: user.password });
    await browser.post(verifyMfa, { code: services.newestCode(phone) });
    return browser;
  };
  const [browser, lost] = [await bySms(), await bySms()];
  const [own] = await tokensOf(browser);
  expect((await browser.post(endOtherSessions)).body).toMatchObject({ ended: 1 });
  expect([await opens(user.userId, own), await isSignedIn(lost)]).toEqual([true, false]);
  const left = (await services.items('users')).filter(({ sealedToken }) => sealedToken !== undefined);
  expect(left).toHaveLength(1);
});
