import { Browser } from '#functions/testing/browser';
import { holdBack } from '#functions/testing/hold-back';
import { impersonating, ageProofs, signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { canDeleteUser, getUser } from '#functions/accounts/calls';
import { login } from '#functions/sign-in/calls';
import { confirmPassword, endOtherSessions, endSession, listSessions } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const list = async (browser: Browser) =>
  (await browser.get(listSessions)).body['sessions'] as { id: string; current: boolean; device: string }[];
const idOf = async (browser: Browser) => (await list(browser)).find(({ current }) => current)?.id ?? '';
const end = (browser: Browser, id: string) => browser.delete(endSession, { params: { id } });

test('the list: device, address and time, newest first, and which session this is', async () => {
  const phone = new Browser('198.51.100.1');
  const headers = {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      'Version/18.0 Mobile/15E148 Safari/604.1',
  };
  await phone.send(login, {
    method: 'POST',
    path: '/api/login',
    body: { email: owner.email, password: owner.password },
    headers,
  });
  const createdAt = Math.floor(services.clock.now() / 1000);
  services.clock.advance(60_000);
  const browser = await signedIn(owner);
  const times = (since: number) => ({ createdAt: since, lastSeenAt: since, expiresAt: since + 14 * 86_400 });
  expect(await list(browser)).toEqual([
    {
      id: expect.any(String),
      device: 'アプリなど（端末名なし）',
      address: '203.0.113.7',
      ...times(createdAt + 60),
      current: true,
      impersonation: false,
    },
    {
      id: expect.any(String),
      device: 'Safari（iPhone）',
      address: '198.51.100.1',
      ...times(createdAt),
      current: false,
      impersonation: false,
    },
  ]);
});

test.each([
  ['get-user', getUser],
  ['list-sessions', listSessions],
  ['can-delete-user', canDeleteUser],
])('%s costs one read for session, profile and ownership', async (_name, handler) => {
  const browser = await signedIn(owner);
  services.operations.length = 0;
  expect((await browser.get(handler)).status).toBe(200);
  expect(services.operations).toEqual(['dynamodb Query']);
});

// ASVS 7.3.1, 7.3.2
describe('the end of a session', () => {
  const day = 86_400_000;

  test('14 days without use: refused at the next call', async () => {
    const browser = await signedIn(owner);
    services.clock.advance(14 * day - 1000);
    expect((await browser.get(listSessions)).status).toBe(200);
    services.clock.advance(1000);
    expect((await browser.get(listSessions)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect((await browser.get(getUser)).status).toBe(401);
  });

  test('used each week: it ends 30 days after the sign-in nevertheless', async () => {
    const browser = await signedIn(owner);
    for (const _week of [1, 2, 3, 4]) {
      services.clock.advance(7 * day);
      expect((await browser.get(getUser)).status).toBe(200);
    }
    services.clock.advance(2 * day - 1000);
    expect((await browser.get(getUser)).status).toBe(200);
    services.clock.advance(1000);
    expect((await browser.get(getUser)).status).toBe(401);
  });

  test('its use is noted once an hour, with one write', async () => {
    const browser = await signedIn(owner);
    const began = Math.floor(services.clock.now() / 1000);
    services.clock.advance(3_599_000);
    services.operations.length = 0;
    await browser.get(getUser);
    expect(services.operations).toEqual(['dynamodb Query']);
    services.clock.advance(1000);
    await Promise.all([browser.get(getUser), browser.get(listSessions)]);
    expect(services.operations.filter((operation) => operation === 'dynamodb UpdateItem')).toHaveLength(1);
    expect((await list(browser))[0]).toMatchObject({ createdAt: began, lastSeenAt: began + 3600 });
  });

  test('ended while its use is noted: it does not come back', async () => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    services.clock.advance(3_600_000);
    await other.post(confirmPassword, { password: owner.password });
    const hold = holdBack(services, 0);
    const running = browser.get(getUser);
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    await other.post(endOtherSessions);
    held.release();
    await running;
    expect((await browser.get(listSessions)).status).toBe(401);
    expect(await list(other)).toHaveLength(1);
  });

  test('its use cannot be noted: the page still opens', async () => {
    const browser = await signedIn(owner);
    services.clock.advance(3_600_000);
    services.inject((_, operation) => (operation === 'UpdateItem' ? 'down' : 'pass'));
    expect((await browser.get(getUser)).status).toBe(200);
  });
});

// ASVS 7.5.2
test('one ends, the others stay; a second or concurrent call: SESSION_NOT_FOUND', async () => {
  const [browser, lost, other] = [await signedIn(owner), await signedIn(owner), await signedIn(owner)];
  const id = await idOf(lost);
  const responses = await Promise.all([end(browser, id), end(other, id)]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect((await lost.get(getUser)).status).toBe(401);
  expect((await other.get(getUser)).status).toBe(200);
  expect((await end(browser, id)).body).toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('another user’s, an invented and the caller’s current session: SESSION_NOT_FOUND', async () => {
  const theirs = await signedIn(await services.createUser({ email: 'other@example.jp' }));
  const browser = await signedIn(owner);
  for (const id of [await idOf(theirs), 'A'.repeat(43), await idOf(browser)])
    expect([(await end(browser, id)).status]).toEqual([404]);
  expect((await theirs.get(getUser)).status).toBe(200);
  expect((await browser.get(getUser)).status).toBe(200);
});

test('all others end at once, an administrator’s too; sessions of other users stay', async () => {
  const theirs = await signedIn(await services.createUser({ email: 'other@example.jp' }));
  const [browser, one, admin] = [await signedIn(owner), await signedIn(owner), await impersonating(services, owner)];
  expect((await browser.post(endOtherSessions)).body).toMatchObject({ ended: 2 });
  for (const gone of [one, admin]) expect((await gone.get(getUser)).status).toBe(401);
  for (const here of [browser, theirs]) expect((await here.get(getUser)).status).toBe(200);
});

test('ending without recent authentication or in an impersonation: refused', async () => {
  const [browser, other] = [await signedIn(owner), await impersonating(services, owner)];
  const id = await idOf(browser);
  expect((await end(other, id)).body).toMatchObject({ code: 'IMPERSONATION_FORBIDDEN' });
  expect((await other.post(endOtherSessions)).body).toMatchObject({ code: 'IMPERSONATION_FORBIDDEN' });
  ageProofs(services);
  expect((await end(browser, await idOf(other))).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
  expect((await browser.post(endOtherSessions)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
  expect((await new Browser().post(endOtherSessions)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
});

test('DynamoDB fails in the middle: 503, and the next try ends the rest', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  services.inject((_, operation) => (operation === 'DeleteItem' ? 'down' : 'pass'));
  expect((await browser.post(endOtherSessions)).status).toBe(503);
  services.clearFaults();
  expect((await browser.post(endOtherSessions)).body).toMatchObject({ ended: 1 });
  expect((await other.get(getUser)).status).toBe(401);
});
