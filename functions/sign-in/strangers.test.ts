import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getUser, requestReset, resetPassword } from '#functions/accounts/calls';
import { changePassword, confirmPassword } from '#functions/security/calls';
import { login, logout, verifyMfa } from './calls';

// What strangers do to an account, and what its owner can do meanwhile (decisions/limits).
const services = testServices(startSignInServices);
let owner: TestUser;
const email = 'owner@example.jp';
const wrong = { email, password: 'not the password' };

beforeEach(async () => {
  owner = await services.createUser({ email });
});

const signIn = (browser: Browser, user: { email: string; password: string } = owner) =>
  browser.post(login, { email: user.email, password: user.password });
/** A browser in which the owner signed in once. */
async function ownBrowser(user = owner): Promise<Browser> {
  const browser = await signedIn(user);
  await browser.post(logout);
  return browser;
}
/** Strangers guess from many addresses, also from the owner's own network, until the account pauses. */
async function attack(address = email): Promise<void> {
  for (let index = 0; index < 10; index += 1) {
    await new Browser(index % 2 === 0 ? `198.51.100.${index}` : undefined).post(login, { ...wrong, email: address });
    services.clock.advance(20_000);
  }
  expect((await signIn(new Browser('192.0.2.1'), { ...owner, email: address })).status).toBe(429);
  services.clock.advance(60_000); // Cognito's own lockout, half a minute at most
}

test('the cookie of a browser is for this host alone, for half a year; a sign-out leaves it', async () => {
  const browser = new Browser();
  const { setCookies } = await signIn(browser);
  expect(setCookies).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^__Host-browser=${owner.userId}\\.[\\w-]{43}; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$`,
      ),
    ),
  );
  const secret = browser.cookies[cookieNames.browser]?.split('.')[1];
  expect(JSON.stringify(await services.items('users'))).not.toContain(secret);
  await browser.post(logout);
  expect(browser.cookies[cookieNames.browser]).toContain(secret);
  await signIn(browser);
  expect(browser.cookies[cookieNames.browser]).toContain(secret);
});

test('strangers keep guessing: the browser that signed in before signs in, another one has to wait', async () => {
  const browser = await ownBrowser();
  await attack();
  expect((await signIn(new Browser())).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect((await signIn(browser)).status).toBe(200);
});

test.each([
  ['who never signed in', async () => {}],
  ['who signed in before', () => ownBrowser()],
])('strangers guess on after a mailed link set the password of a user %s: its browser signs in', async (_, before) => {
  await before();
  const browser = new Browser();
  await browser.post(requestReset, { email });
  const password = 'a brand new one';
  await browser.post(resetPassword, { token: services.newestToken(email), password });
  await attack();
  expect((await signIn(new Browser(), { email, password })).status).toBe(429);
  expect((await signIn(browser, { email, password })).status).toBe(200);
});

test('strangers keep guessing: a known browser signs in, also if staff typed capitals in the address', async () => {
  const user = { ...(await services.createUser({ email: 'Invited@Example.jp' })), email: 'invited@example.jp' };
  const browser = await ownBrowser(user);
  await attack(user.email);
  expect((await signIn(browser, user)).status).toBe(200);
});

test('strangers keep guessing: a live session proves its password and changes it', async () => {
  const session = await signedIn(owner);
  await attack();
  expect((await session.post(confirmPassword, { password: owner.password })).status).toBe(200);
  const change = { newPassword: 'a brand new one' };
  expect((await session.post(changePassword, change)).status).toBe(200);
});

test('strangers keep guessing: a known browser enters the code of its second step', async () => {
  const careful = await services.createUser({ email: 'careful@example.jp', mfa: 'totp' });
  const browser = new Browser();
  await signIn(browser, careful);
  services.clock.advance(60_000);
  await browser.post(verifyMfa, { code: careful.appCode() });
  await browser.post(logout);
  await attack(careful.email);
  expect((await signIn(browser, careful)).body).toMatchObject({ code: 'MFA_REQUIRED' });
  expect((await browser.post(verifyMfa, { code: careful.appCode() })).status).toBe(200);
});

test('strangers use up the attempts of the owner’s network: known browsers and sessions need none', async () => {
  const careful = await services.createUser({ email: 'careful@example.jp', mfa: 'totp' });
  const browser = new Browser();
  await signIn(browser, careful);
  await browser.post(verifyMfa, { code: careful.appCode() });
  const session = await signedIn(owner);
  services.clock.advance(60_000); // Cognito takes each code of an app once
  for (let index = 0; index < 12; index += 1) {
    const nobody = { ...wrong, email: `nobody-${index}@example.jp` };
    await Promise.all(Array.from({ length: 5 }, () => new Browser().post(login, nobody)));
  }
  expect((await signIn(new Browser())).status).toBe(429);
  expect((await session.post(confirmPassword, { password: owner.password })).status).toBe(200);
  expect((await signIn(browser, careful)).body).toMatchObject({ code: 'MFA_REQUIRED' });
  expect((await browser.post(verifyMfa, { code: careful.appCode() })).status).toBe(200);
});

test('Cognito itself locks the account: the known browser gets the time to wait, and nothing is counted', async () => {
  const browser = await ownBrowser();
  for (let index = 0; index < 5; index += 1) await new Browser(`198.51.100.${index}`).post(login, wrong);
  for (let index = 0; index < 10; index += 1)
    expect((await signIn(browser)).body).toMatchObject({ code: 'ACCOUNT_LOCKED', retryAfter: 2 });
  services.clock.advance(2000);
  expect((await signIn(browser)).status).toBe(200);
});

describe('brute force stays bounded', () => {
  const guess = (browser: Browser) => browser.post(login, wrong);

  test('ten wrong passwords from a known browser: it pauses as any other does', async () => {
    const browser = await ownBrowser();
    for (let index = 0; index < 10; index += 1) {
      await guess(browser);
      services.clock.advance(40_000);
    }
    expect((await signIn(browser)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    expect((await signIn(new Browser())).status).toBe(200);
  });

  test('ten wrong passwords of a session: it pauses, whatever its network address', async () => {
    const session = await signedIn(owner);
    for (let index = 0; index < 10; index += 1) {
      await session.post(confirmPassword, { password: 'not the password' });
      services.clock.advance(40_000);
    }
    expect((await session.post(confirmPassword, { password: owner.password })).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
  });

  test("another user's known browser is a stranger's: it counts with the strangers", async () => {
    const other = await services.createUser({ email: 'other@example.jp' });
    const browser = await ownBrowser(other);
    await attack();
    expect((await signIn(browser, owner)).status).toBe(429);
  });

  test.each([
    ['a forged cookie', (userId: string) => `${userId}.${'a'.repeat(43)}`],
    ['no cookie of this form', () => 'nonsense'],
  ])('%s: a stranger', async (_, value) => {
    const browser = new Browser();
    browser.cookies[cookieNames.browser] = value(owner.userId);
    await attack();
    expect((await signIn(browser)).status).toBe(429);
  });

  test('ten browsers are known; the eleventh sign-in forgets the oldest', async () => {
    const browsers = [];
    for (let index = 0; index < 11; index += 1) {
      browsers.push(await ownBrowser());
      services.clock.advance(1000);
    }
    expect((await services.items('users')).filter(({ sk }) => String(sk).startsWith('BROWSER#'))).toHaveLength(10);
    await attack();
    expect((await signIn(browsers[0] ?? new Browser())).status).toBe(429);
    expect((await signIn(browsers[1] ?? new Browser())).status).toBe(200);
  });

  test('half a year without a sign-in: the browser is a stranger again', async () => {
    const browser = await ownBrowser();
    services.clock.advance(180 * 86_400_000);
    await attack();
    expect((await signIn(browser)).status).toBe(429);
  });

  test('a new password: only the browser that set it stays known; a reset: none', async () => {
    const thief = await ownBrowser();
    const browser = await signedIn(owner);
    await browser.post(changePassword, { newPassword: 'a brand new one' });
    const changed = { email, password: 'a brand new one' };
    await attack();
    expect((await signIn(thief, changed)).status).toBe(429);
    expect((await signIn(browser, changed)).status).toBe(200);
    await new Browser().post(requestReset, { email });
    const reset = { token: services.newestToken(email), password: 'yet another one' };
    expect((await new Browser().post(resetPassword, reset)).status).toBe(200);
    services.clock.advance(900_000);
    await attack();
    expect((await signIn(browser, { email, password: reset.password })).status).toBe(429);
  });
});

test('DynamoDB fails while the browser is remembered: still signed in', async () => {
  const browser = new Browser();
  services.inject((_, operation, request) =>
    operation === 'TransactWriteItems' && request.body.includes('"BROWSER#') ? 'down' : 'pass',
  );
  expect((await signIn(browser)).status).toBe(200);
  expect(browser.cookies[cookieNames.browser]).toBeUndefined();
  expect((await browser.get(getUser)).status).toBe(200);
});

describe('strangers ask for resets', () => {
  const ask = (browser: Browser) => browser.post(requestReset, { email });
  let stranger = 0;
  const drain = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn += 1) {
      for (let index = 0; index < 3; index += 1) {
        stranger += 1;
        await ask(new Browser(`198.51.100.${stranger % 250}`));
      }
      services.clock.advance(3_600_000);
    }
  };

  test('they never use up a day: three an hour are sent; the refusal refers to the newest one', async () => {
    await drain();
    services.messages.length = 0;
    for (let index = 0; index < 3; index += 1) expect((await ask(new Browser())).status).toBe(200);
    expect(services.messages).toHaveLength(3);
    expect((await ask(new Browser())).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: expect.stringContaining('届いている最も新しいメール'),
      retryAfter: 3600,
    });
    services.clock.advance(3_600_000);
    expect((await ask(new Browser())).status).toBe(200);
    expect(services.messages).toHaveLength(4);
  });

  test('a browser that signed in before has mails of its own, three an hour', async () => {
    const browser = await ownBrowser();
    await drain();
    services.messages.length = 0;
    for (let index = 0; index < 3; index += 1) expect((await ask(browser)).status).toBe(200);
    expect(services.messages).toHaveLength(3);
    expect((await ask(browser)).status).toBe(429);
  });

  test('known and unknown addresses: the same responses', async () => {
    const responses = [];
    for (const address of [email, 'nobody@example.jp'])
      for (let index = 0; index < 8; index += 1)
        responses.push((await new Browser(`203.0.113.${index}`).post(requestReset, { email: address })).body);
    expect(responses.slice(0, 8)).toEqual(responses.slice(8));
  });
});
