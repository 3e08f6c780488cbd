import { Browser } from '../../testing/browser';
import { impersonating, ageProofs, signedIn } from '../../testing/signed-in';
import { startSignInServices, type TestUser } from '../../testing/sign-in-services';
import { testServices } from '../../testing/test-services';
import { handler as canDeleteUser } from '../account/can-delete-user';
import { handler as getUser } from '../account/get-user';
import { handler as login } from '../auth/login';
import { handler as endOtherSessions } from './end-other-sessions';
import { handler as endSession } from './end-session';
import { handler as listSessions } from './list-sessions';

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
  const times = (since: number) => ({ createdAt: since, expiresAt: since + 30 * 86_400 });
  expect(await list(browser)).toEqual([
    {
      id: expect.any(String),
      device: '不明な端末',
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

test('one ends, the others stay; a second or concurrent call: SESSION_NOT_FOUND', async () => {
  const [browser, lost, other] = [await signedIn(owner), await signedIn(owner), await signedIn(owner)];
  const id = await idOf(lost);
  const answers = await Promise.all([end(browser, id), end(other, id)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
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
  services.weather((_, operation) => (operation === 'DeleteItem' ? 'down' : 'pass'));
  expect((await browser.post(endOtherSessions)).status).toBe(503);
  services.weather();
  expect((await browser.post(endOtherSessions)).body).toMatchObject({ ended: 1 });
  expect((await other.get(getUser)).status).toBe(401);
});
