import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { listNotices } from '#functions/testing/notices';
import { impersonationRecords, readyToImpersonate } from '#functions/testing/impersonation';
import { impersonating, signedIn, testReason } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { canDeleteUser, getUser, markSetupComplete } from '#functions/accounts/calls';
import { confirmPassword, listSessions } from '#functions/security/calls';
import { listImpersonations } from './calls';
import { sessionsKept } from '#functions/sessions/sessions-table';
import { login, logout } from '#functions/sign-in/calls';

const services = testServices(startSignInServices);
let owner: TestUser;
let admin: TestUser;
let masterPassword: string;

beforeEach(async () => void ({ owner, admin, masterPassword } = await readyToImpersonate(services)));

const act = (browser: Browser, email = owner.email) => browser.post(login, { email, password: masterPassword });
const records = () => impersonationRecords(services);
const seconds = () => Math.floor(services.clock.now() / 1000);
const time = (at: number) => new Date(at * 1000).toISOString();

test('the master password: a marked session as the user for one hour, without the second step', async () => {
  const careful = await services.createUser({ email: 'sms@example.jp', phoneNumber: '+819012345678', mfa: 'sms' });
  const browser = new Browser('198.51.100.9');
  const response = await act(browser, careful.email);
  expect(response.status).toBe(200);
  expect(response.setCookies).toEqual([expect.stringContaining('Max-Age=3600;')]);
  expect((await browser.get(getUser)).body['user']).toMatchObject({
    id: careful.userId,
    impersonation: { expiresAt: seconds() + 3600 },
  });
  services.clock.advance(3_599_000);
  expect((await browser.get(getUser)).status).toBe(200);
  services.clock.advance(1000);
  expect((await browser.get(getUser)).status).toBe(401);
});

test('administrator, reason, user, time, address, changes and end are recorded; the user gets a notice', async () => {
  const browser = new Browser('198.51.100.9');
  await act(browser);
  await browser.get(getUser);
  await browser.post(markSetupComplete);
  await browser.post(logout);
  const [first] = await records();
  const common = {
    userId: owner.userId,
    by: admin.userId,
    session: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: '198.51.100.9',
    userAgent: 'test',
    at: time(seconds()),
  };
  expect(new Set(await records())).toEqual(
    new Set([
      {
        event: 'impersonation-began',
        reason: testReason,
        endsAt: seconds() + 3600,
        ...common,
        session: first?.['session'],
      },
      { event: 'impersonation-change', ...common, call: 'mark-setup-complete', path: '/api', requestId: 'request-1' },
      { event: 'impersonation-ended', ending: 'sign-out', ...common },
    ]),
  );
  expect(await services.items('users')).toContainEqual(
    expect.objectContaining({
      pk: 'TASKS',
      body: expect.objectContaining({ kind: 'impersonation-began', to: owner.email }),
    }),
  );
  expect((await browser.get(getUser)).status).toBe(401);
});

test('the user reads who acted, when and why: newest first, running ones too, nobody else’s', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  await act(new Browser(), other.email);
  const first = new Browser();
  await act(first);
  const startedAt = seconds();
  services.clock.advance(60_000);
  await first.post(logout);
  services.clock.advance(60_000);
  await act(new Browser());
  const own = await signedIn(owner);
  const line = { id: expect.any(String), administrator: 'admin@example.jp', reason: testReason };
  expect((await own.get(listImpersonations)).body).toEqual({
    impersonations: [
      { ...line, startedAt: startedAt + 120, endedAt: null },
      { ...line, startedAt, endedAt: startedAt + 60 },
    ],
  });
  services.clock.advance(3_600_000);
  expect((await own.get(listImpersonations)).body).toMatchObject({
    impersonations: [{ endedAt: startedAt + 120 + 3600 }, {}],
  });
});

test('from one user to the next in the same browser: the administrator stays named, both are on record', async () => {
  const browser = new Browser();
  const next = await services.createUser({ email: 'another@example.jp' });
  await act(browser);
  await act(browser, next.email);
  const told = (await records()).map(({ event, userId, by }) => [event, userId, by]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['impersonation-began', owner.userId, admin.userId],
      ['impersonation-ended', owner.userId, admin.userId],
      ['impersonation-began', next.userId, admin.userId],
    ]),
  );
  expect(told).toHaveLength(3);
});

test('the sessions of the user stay, and their list shows the impersonation', async () => {
  const theirs = await signedIn(owner);
  services.clock.advance(1_000);
  // As many as there may be: an impersonation takes the place of none.
  for (let count = 1; count < sessionsKept; count += 1) await signedIn(owner);
  await impersonating(services, owner);
  expect((await theirs.get(listSessions)).body['sessions']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ current: true, impersonation: false }),
      expect.objectContaining({ current: false, impersonation: true, address: '198.51.100.9' }),
    ]),
  );
});

test('five uses are wrong passwords to Cognito: their user reads how long to wait', async () => {
  for (let count = 0; count < 5; count += 1) expect((await act(new Browser())).status).toBe(200);
  const { body } = await new Browser().post(login, { email: owner.email, password: owner.password });
  expect(body).toMatchObject({ code: 'ACCOUNT_LOCKED', retryAfter: expect.any(Number) });
});

test('an impersonation proves no password, not even with the master password: refused with its own code', async () => {
  const browser = new Browser();
  await act(browser);
  expect((await browser.post(confirmPassword, { password: masterPassword })).body).toMatchObject({
    code: 'IMPERSONATION_FORBIDDEN',
  });
  expect((await browser.get(canDeleteUser)).body).toEqual({
    canDelete: false,
    reason: '代理ログイン中は、この操作はできません。',
  });
});

test('administrators, unknown, unconfirmed and disabled users: like a wrong password, nothing recorded', async () => {
  const disabled = await services.createUser({ email: 'disabled@example.jp' });
  await services.disable(disabled.userId);
  const plain = await new Browser().post(login, { email: owner.email, password: 'not the password' });
  for (const email of [admin.email, 'nobody@example.jp', disabled.email]) {
    const response = await act(new Browser(), email);
    expect([response.status, response.body, response.setCookies]).toEqual([plain.status, plain.body, []]);
  }
  expect(await records()).toEqual([]);
});

test('failed attempts are throttled like any sign-in, also during a lockout', async () => {
  for (let index = 0; index < 5; index += 1)
    await new Browser().post(login, { email: owner.email, password: `${masterPassword}!` });
  expect((await act(new Browser())).body).toMatchObject({ code: 'ACCOUNT_LOCKED' });
  expect(await records()).toEqual([]);
});

test('DynamoDB cannot record the beginning: no session begins', async () => {
  services.inject((_, operation, request) =>
    operation === 'PutItem' && request.body.includes('impersonation-began') ? 'down' : 'pass',
  );
  const browser = new Browser();
  expect((await act(browser)).status).toBe(503);
  expect(browser.cookies[cookieNames.session]).toBeUndefined();
  services.clearFaults();
  expect((await act(browser)).status).toBe(200);
});

test('nothing more can be written once the session is: the user is mailed all the same', async () => {
  let begun = false;
  services.inject((_, operation, request) => {
    if (begun && operation === 'PutItem') return 'down';
    begun ||= operation === 'TransactWriteItems' && request.body.includes('IMPERSONATION#');
    return 'pass';
  });
  await act(new Browser());
  services.clearFaults();
  expect(await listNotices()).toEqual([
    expect.objectContaining({ kind: 'impersonation-began', to: owner.email, impersonation: expect.anything() }),
  ]);
});
