import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getUser, requestRegistration } from '#functions/accounts/calls';
import { login } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp', username: '山田', phoneNumber: '+819012345678' });
});

const right = () => ({ email: owner.email, password: owner.password });
const wrong = { email: 'owner@example.jp', password: 'not the password' };

// ASVS 3.3.1, 3.3.2, 3.3.4
test('e-mail and password are right: signed in, and the session shows the user', async () => {
  const browser = new Browser();
  const response = await browser.post(login, { email: ' Owner@Example.JP ', password: owner.password });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ message: 'ログインしました' });
  expect(response.setCookies).toEqual([
    expect.stringMatching(
      new RegExp(
        `^__Host-session=${owner.userId}\\.[A-Za-z0-9_-]{43}; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$`,
      ),
    ),
    expect.stringMatching(/^__Host-browser=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const { body } = await browser.get(getUser);
  expect(body).toEqual({
    user: {
      id: owner.userId,
      username: '山田',
      email: 'owner@example.jp',
      phoneNumber: '09012345678',
      hasCompletedSetup: false,
      isAdmin: false,
    },
  });
});

test('a member of the admin group: shown as an administrator', async () => {
  const admin = await services.createUser({ email: 'admin@example.jp', admin: true });
  const browser = new Browser();
  await browser.post(login, { email: admin.email, password: admin.password });
  expect((await browser.get(getUser)).body).toMatchObject({ user: { isAdmin: true } });
});

// ASVS 7.2.4
test('every sign-in begins a new session and ends the one the browser had', async () => {
  const browser = new Browser();
  await browser.post(login, right());
  const first = browser.cookies[cookieNames.session];
  await browser.post(login, right());
  expect(browser.cookies[cookieNames.session]).not.toBe(first);
  const thief = new Browser();
  thief.cookies[cookieNames.session] = first ?? '';
  expect((await thief.get(getUser)).status).toBe(401);
  expect((await browser.get(getUser)).status).toBe(200);
});

test('more than 20 sessions: the oldest end', async () => {
  const browsers: Browser[] = [];
  for (let index = 0; index < 21; index += 1) {
    const browser = new Browser();
    await browser.post(login, right());
    browsers.push(browser);
    services.clock.advance(1000);
  }
  const statuses = await Promise.all(browsers.map(async (browser) => (await browser.get(getUser)).status));
  expect(statuses).toEqual([401, ...Array.from({ length: 20 }, () => 200)]);
});

test('wrong password, unknown address, unconfirmed or disabled user: the same response', async () => {
  const disabled = await services.createUser({ email: 'disabled@example.jp' });
  await services.disable(disabled.userId);
  await new Browser().post(requestRegistration, {
    email: 'new@example.jp',
    username: '新しい人',
    password: 'correct horse',
  });
  const responses = await Promise.all([
    new Browser().post(login, wrong),
    new Browser().post(login, { email: 'nobody@example.jp', password: 'correct horse' }),
    new Browser().post(login, { email: 'new@example.jp', password: 'correct horse' }),
    new Browser().post(login, { email: disabled.email, password: disabled.password }),
  ]);
  for (const response of responses) {
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      code: 'WRONG_CREDENTIALS',
      message: 'メールアドレスまたはパスワードが正しくありません',
      requestId: 'request-1',
    });
    expect(response.setCookies).toEqual([]);
  }
});

test('the browser that registered: it gets the hint about a missing confirmation for every cause', async () => {
  const registering = new Browser();
  await registering.post(requestRegistration, {
    email: 'new@example.jp',
    username: '新しい人',
    password: 'correct horse',
  });
  const unconfirmed = await registering.post(login, { email: 'new@example.jp', password: 'correct horse' });
  await registering.post(requestRegistration, { email: owner.email, username: '新しい人', password: 'correct horsey' });
  const taken = await registering.post(login, { email: owner.email, password: 'correct horsey' });
  expect(unconfirmed.body['message']).toContain('メールアドレスの確認が完了していません');
  expect(taken.body).toEqual(unconfirmed.body);
});

// ASVS 6.3.1
describe('failed sign-ins', () => {
  const failing = async (email: string, times: number, from?: string) => {
    const responses = [];
    for (let index = 0; index < times; index += 1) {
      responses.push(await new Browser(from).post(login, { email, password: 'not the password' }));
      services.clock.advance(20_000); // longer than the pauses of Cognito in between
    }
    return responses.map(({ status, body }) => [status, body['code']].join(' '));
  };

  test.each(['owner@example.jp', 'nobody@example.jp'])('ten for %s: a pause of 15 minutes begins', async (email) => {
    expect(await failing(email, 10)).toEqual(Array.from({ length: 10 }, () => '401 WRONG_CREDENTIALS'));
    const paused = await new Browser('198.51.100.1').post(login, { email, password: owner.password });
    expect(paused.status).toBe(429);
    expect(paused.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 880 });
    expect(paused.headers['retry-after']).toBe('880');
  });

  test('after the pause the right password signs in', async () => {
    await failing(owner.email, 10);
    services.clock.advance(880_000);
    expect((await new Browser().post(login, right())).status).toBe(200);
  });

  test('a successful sign-in: the count of the account is cleared', async () => {
    await failing(owner.email, 9);
    expect((await new Browser().post(login, right())).status).toBe(200);
    expect(await failing(owner.email, 2)).toEqual(['401 WRONG_CREDENTIALS', '401 WRONG_CREDENTIALS']);
  });

  test('many successful sign-ins: no pause', async () => {
    for (let index = 0; index < 61; index += 1) {
      expect((await new Browser().post(login, right())).status).toBe(200);
    }
  });

  test.each([
    ['one address', () => '203.0.113.7', '198.51.100.1'],
    ['a /48 of IPv6', (index: number) => `2001:db8:0:${index}::1`, '2001:db8:1::1'],
  ])('sixty from %s: it is paused, no other', async (_, address, other) => {
    for (let index = 0; index < 60; index += 5) {
      const nobody = { email: `nobody-${index}@example.jp`, password: 'not the password' };
      await Promise.all([0, 1, 2, 3, 4].map((one) => new Browser(address(index + one)).post(login, nobody)));
    }
    expect((await new Browser(address(60)).post(login, right())).status).toBe(429);
    expect((await new Browser(other).post(login, right())).status).toBe(200);
  });

  test.each(['owner@example.jp', 'nobody@example.jp'])(
    'the fifth wrong password for %s: locked for a moment, with the seconds to wait',
    async (email) => {
      for (let index = 0; index < 5; index += 1)
        await new Browser().post(login, { email, password: 'not the password' });
      const locked = await new Browser().post(login, { email, password: owner.password });
      expect(locked.status).toBe(429);
      expect(locked.body).toMatchObject({ code: 'ACCOUNT_LOCKED', retryAfter: 2 });
    },
  );

  test('tried again and again during the lockout: each try counts, and a pause begins', async () => {
    const codes: unknown[] = [];
    for (let index = 0; index < 11; index += 1)
      codes.push((await new Browser().post(login, index < 5 ? wrong : right())).body['code']);
    expect(codes.slice(5)).toEqual([...Array<string>(5).fill('ACCOUNT_LOCKED'), 'TOO_MANY_ATTEMPTS']);
  });

  test('after the lockout: the right password signs in', async () => {
    for (let index = 0; index < 5; index += 1) await new Browser().post(login, wrong);
    services.clock.advance(2000);
    expect((await new Browser().post(login, right())).status).toBe(200);
  });

  test('thirty concurrent wrong passwords: at most ten reach Cognito', async () => {
    services.operations.length = 0;
    const responses = await Promise.all(Array.from({ length: 30 }, () => new Browser().post(login, wrong)));
    expect(
      services.operations.filter((operation) => operation === 'cognito AdminInitiateAuth').length,
    ).toBeLessThanOrEqual(10);
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([401, 429]));
  });
});

describe('with a service out of reach', () => {
  test('Cognito is down: 503, no session, and no failure is counted', async () => {
    services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
    for (let index = 0; index < 11; index += 1) {
      const response = await new Browser().post(login, right());
      expect(response.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(response.setCookies).toEqual([]);
    }
    services.clearFaults();
    expect((await new Browser().post(login, right())).status).toBe(200);
  });

  test('DynamoDB fails midway: 503, no cookie, and the next try signs in', async () => {
    services.inject((service, operation) =>
      service === 'dynamodb' && operation === 'TransactWriteItems' ? 'down' : 'pass',
    );
    const response = await new Browser().post(login, right());
    expect(response.status).toBe(503);
    expect(response.setCookies).toEqual([]);
    services.clearFaults();
    const browser = new Browser();
    expect((await browser.post(login, right())).status).toBe(200);
    expect((await browser.get(getUser)).status).toBe(200);
  });

  test('a response of DynamoDB is lost: the retry makes no second session', async () => {
    let lost = false;
    services.inject((service, operation) => {
      if (lost || service !== 'dynamodb' || operation !== 'TransactWriteItems') return 'pass';
      lost = true;
      return 'lost';
    });
    const browser = new Browser();
    expect((await browser.post(login, right())).status).toBe(200);
    expect((await browser.get(getUser)).status).toBe(200);
  });
});

test('not an e-mail address or no password: INVALID_INPUT by field', async () => {
  const response = await new Browser().post(login, { email: 'owner', password: '' });
  expect(response.status).toBe(400);
  expect(response.body['fields']).toEqual({
    email: 'メールアドレスの形式が正しくありません',
    password: 'パスワードを入力してください',
  });
});

// ASVS 3.5.1
test.each([
  { origin: 'https://evil.example' },
  { origin: undefined, 'sec-fetch-site': 'cross-site' },
  { origin: undefined, 'sec-fetch-site': 'same-site' },
])('a request from a page of another site (%j): refused', async (headers) => {
  const response = await new Browser().send(login, { method: 'POST', path: '/api/login', body: right(), headers });
  expect(response.body).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' });
  expect(response.setCookies).toEqual([]);
});
