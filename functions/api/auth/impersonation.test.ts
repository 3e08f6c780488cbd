import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { handler as rotateMasterPassword } from '../../jobs/rotate-master-password';
import { cookieNames } from '../../http/cookies';
import { runJob } from '../../testing/run-job';
import { Browser } from '../../testing/browser';
import { impersonating, signedIn } from '../../testing/signed-in';
import { masterPassword, startSignInServices, type TestUser } from '../../testing/sign-in-services';
import { testServices } from '../../testing/test-services';
import { handler as canDeleteUser } from '../account/can-delete-user';
import { handler as getUser } from '../account/get-user';
import { handler as markSetupComplete } from '../account/mark-setup-complete';
import { handler as getMasterPassword } from '../admin/get-master-password';
import { handler as listSessions } from '../security/list-sessions';
import { handler as login } from './login';
import { handler as logout } from './logout';

const services = testServices(startSignInServices);
let owner: TestUser;
let admin: TestUser;

beforeEach(async () => {
  // A container keeps the secret for a minute, and an earlier test may have rotated it.
  services.clock.advance(61_000);
  owner = await services.createUser({
    email: 'owner@example.jp',
    username: '山田',
    phoneNumber: '+819012345678',
    mfa: 'sms',
  });
  admin = await services.createUser({ email: 'admin@example.jp', admin: true });
});

const act = (browser: Browser, email = owner.email) => browser.post(login, { email, password: masterPassword });
const audit = async () => (await services.items('audit')).map(({ pk: _pk, sk: _sk, ...record }) => record);

test('the master password: a marked session as the user for one hour, without the second step', async () => {
  const browser = new Browser('198.51.100.9');
  const answer = await act(browser);
  expect(answer.status).toBe(200);
  expect(answer.setCookies).toEqual([expect.stringContaining('Max-Age=3600;')]);
  const expiresAt = Math.floor(services.clock.now() / 1000) + 3600;
  expect((await browser.get(getUser)).body['user']).toMatchObject({
    id: owner.userId,
    username: '山田',
    impersonation: { expiresAt },
  });
  services.clock.advance(3_599_000);
  expect((await browser.get(getUser)).status).toBe(200);
  services.clock.advance(1000);
  expect((await browser.get(getUser)).status).toBe(401);
});

test('administrator, user, time, address, every change and the end are recorded; the user gets a notice', async () => {
  const browser = await signedIn(admin, '198.51.100.9');
  await act(browser);
  await browser.get(getUser);
  await browser.post(markSetupComplete);
  await browser.post(logout);
  const records = await audit();
  const session = records[0]?.['session'];
  const common = {
    userId: owner.userId,
    by: admin.userId,
    session,
    address: '198.51.100.9',
    userAgent: 'test',
    at: new Date(services.clock.now()).toISOString(),
  };
  expect(session).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(records)).toEqual(
    new Set([
      { event: 'impersonation-began', ...common },
      { event: 'impersonation-change', ...common, call: 'mark-setup-complete', path: '/api', requestId: 'request-1' },
      { event: 'impersonation-ended', ...common },
    ]),
  );
  expect(await services.items('users')).toContainEqual(
    expect.objectContaining({ pk: 'NOTICES', kind: 'impersonation-began', to: owner.email }),
  );
  expect((await browser.get(getUser)).status).toBe(401);
});

test('no administrator is signed in: recorded as unknown', async () => {
  await act(new Browser());
  expect(await audit()).toEqual([expect.objectContaining({ event: 'impersonation-began', by: 'unknown' })]);
});

test('the sessions of the user stay, and their list shows the impersonation', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  const theirs = await signedIn(other);
  await impersonating(other);
  expect((await theirs.get(listSessions)).body['sessions']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ current: true, impersonation: false }),
      expect.objectContaining({ current: false, impersonation: true, address: '198.51.100.9' }),
    ]),
  );
});

test('deleting the account in an impersonation: refused with its own code', async () => {
  expect((await (await impersonating(owner)).get(canDeleteUser)).body).toEqual({
    canDelete: false,
    reason: '代理ログイン中は、この操作はできません。',
  });
});

test('administrators, unknown, unconfirmed and disabled users: like a wrong password, nothing recorded', async () => {
  const disabled = await services.createUser({ email: 'disabled@example.jp' });
  await services.disable(disabled.userId);
  const plain = await new Browser().post(login, { email: owner.email, password: 'not the password' });
  for (const email of [admin.email, 'nobody@example.jp', disabled.email]) {
    const answer = await act(new Browser(), email);
    expect([answer.status, answer.body, answer.setCookies]).toEqual([plain.status, plain.body, []]);
  }
  expect(await audit()).toEqual([]);
});

test('an impersonated session calls an administrator’s call: refused', async () => {
  const browser = await impersonating(owner);
  expect((await browser.get(getMasterPassword)).body).toMatchObject({ code: 'ADMIN_ONLY' });
});

test('failed attempts are throttled like any sign-in, also during a lockout', async () => {
  for (let index = 0; index < 5; index += 1)
    await new Browser().post(login, { email: owner.email, password: `${masterPassword}!` });
  expect((await act(new Browser())).body).toMatchObject({ code: 'ACCOUNT_LOCKED' });
  expect(await audit()).toEqual([]);
});

test('after a rotation: within a minute only the new password works', async () => {
  const browser = await signedIn(admin);
  await act(new Browser());
  await runJob(rotateMasterPassword);
  services.clock.advance(61_000);
  expect((await act(new Browser())).status).toBe(401);
  const { body } = await browser.get(getMasterPassword);
  expect(body['masterPassword']).toMatch(/^[A-HJ-NP-Za-hjkmnp-z2-9]{28}$/);
  services.clock.advance(61_000);
  expect(
    (await new Browser().post(login, { email: owner.email, password: String(body['masterPassword']) })).status,
  ).toBe(200);
});

describe('with a service out of reach', () => {
  test('DynamoDB cannot record the session: no session begins', async () => {
    services.weather((_, operation, request) =>
      operation === 'PutItem' && request.body.includes('impersonation-began') ? 'down' : 'pass',
    );
    const browser = new Browser();
    expect((await act(browser)).status).toBe(503);
    expect(browser.cookies[cookieNames.session]).toBeUndefined();
    services.weather();
    expect((await act(browser)).status).toBe(200);
  });

  test('Secrets Manager is down: a wrong password is refused, and a right one signs in', async () => {
    services.clock.advance(61_000);
    services.weather((service) => (service === 'secrets' ? 'down' : 'pass'));
    expect((await act(new Browser())).body).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect((await new Browser().post(login, { email: admin.email, password: admin.password })).status).toBe(200);
  });

  test('the secret is malformed: WRONG_CREDENTIALS', async () => {
    await new SecretsManagerClient({}).send(
      new PutSecretValueCommand({ SecretId: 'master-password', SecretString: '{"masterPassword":""}' }),
    );
    services.clock.advance(61_000);
    expect((await new Browser().post(login, { email: owner.email, password: 'x' })).body).toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
  });
});
