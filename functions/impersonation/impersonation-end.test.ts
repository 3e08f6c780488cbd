import { cookieNames } from '#functions/http/request';
import { sessionsKept } from '#functions/sessions/sessions-table';
import { checkUsers } from '#functions/jobs';
import { Browser } from '#functions/testing/browser';
import { impersonationRecords, readyToImpersonate } from '#functions/testing/impersonation';
import { runJob } from '#functions/testing/run-job';
import { signedIn, signedInByApp } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';
import { deleteUser, getUser, markSetupComplete, requestReset, resetPassword } from '#functions/accounts/calls';
import { changePassword, endOtherSessions, endSession, listSessions } from '#functions/security/calls';
import { login, logout } from '#functions/sign-in/calls';
import { listImpersonations } from './calls';

const services = testServices(startSignInServices);
const log = watchLog();
let owner: TestUser;
let admin: TestUser;
let masterPassword: string;

beforeEach(async () => void ({ owner, admin, masterPassword } = await readyToImpersonate(services)));

const impersonate = (browser: Browser, email = owner.email) => browser.post(login, { email, password: masterPassword });
const records = () => impersonationRecords(services);
const seconds = () => Math.floor(services.clock.now() / 1000);
const time = (at: number) => new Date(at * 1000).toISOString();
/** As its user reads them. */
const listed = async () =>
  (await (await signedIn(owner)).get(listImpersonations)).body['impersonations'] as { endedAt: number | null }[];
const another = () => services.createUser({ email: 'another@example.jp' });

const sessionId = async (own: Browser) =>
  ((await own.get(listSessions)).body['sessions'] as { id: string; impersonation: boolean }[]).find(
    ({ impersonation }) => impersonation,
  )?.id ?? '';

test.each<[title: string, ending: string, end: (administrator: Browser) => Promise<unknown>]>([
  ['by signing out', 'sign-out', (administrator) => administrator.post(logout)],
  [
    'by signing in as another user',
    'sign-in',
    async (administrator) => impersonate(administrator, (await another()).email),
  ],
  ['by a sign-in of the administrator', 'sign-in', async (administrator) => administrator.post(login, await another())],
  [
    'by the user, in the list of sessions',
    'user',
    async () => {
      const own = await signedIn(owner);
      return own.delete(endSession, { params: { id: await sessionId(own) } });
    },
  ],
  ['by the user, with all other sessions', 'user', async () => (await signedIn(owner)).post(endOtherSessions)],
  [
    'by a new password',
    'credentials',
    async () =>
      (await signedIn(owner)).post(changePassword, {
        newPassword: 'another horse 7',
      }),
  ],
  [
    'by a reset',
    'credentials',
    async () => {
      await new Browser().post(requestReset, { email: owner.email });
      const token = services.newestToken(owner.email);
      return new Browser().post(resetPassword, { token, password: 'another horse 7' });
    },
  ],
  [
    'by the user’s being disabled, at the schedule’s next run',
    'user-disabled',
    async () => {
      await services.disable(owner.userId);
      await runJob(checkUsers);
    },
  ],
  [
    'by the user’s twentieth sign-in since',
    'too-many-sessions',
    async () => {
      for (let index = 0; index < sessionsKept; index += 1) await signedIn(owner);
    },
  ],
])('an end %s is recorded once, for the user and in the audit record', async (_title, ending, end) => {
  const impersonating = new Browser('198.51.100.9');
  await impersonate(impersonating);
  services.clock.advance(5000);
  const began = await records();
  const { status } = ((await end(impersonating)) ?? {}) as { status?: number };
  expect(status ?? 200).toBe(200);
  const endedAt = seconds();
  const session = began[0]?.['session'];
  const ends = (await records()).filter((one) => one['session'] === session && one['event'] === 'impersonation-ended');
  expect(ends).toEqual([
    expect.objectContaining({ userId: owner.userId, by: admin.userId, ending, at: time(endedAt) }),
  ]);
  expect(await services.items('users')).toContainEqual(
    expect.objectContaining({ sk: `IMPERSONATION#${String(session)}`, by: admin.userId, endedAt }),
  );
});

test('an end by the deletion of the account is recorded once', async () => {
  await impersonate(new Browser());
  const own = await signedIn(owner);
  expect((await own.delete(deleteUser, { body: { password: owner.password } })).status).toBe(200);
  expect(await records()).toContainEqual(
    expect.objectContaining({ event: 'impersonation-ended', ending: 'account-deleted', userId: owner.userId }),
  );
});

test.each([
  ['the audit record', 'PutItem', () => seconds()],
  ['what its user reads', 'UpdateItem', () => seconds() + 3600],
] as const)('%s cannot be written at the end: the session ends, and the log says so', async (_what, write, endedAt) => {
  const impersonating = new Browser();
  await impersonate(impersonating);
  const expected = endedAt();
  const cookie = impersonating.cookies[cookieNames.session] ?? '';
  services.inject((_, operation) => (operation === write ? 'down' : 'pass'));
  expect((await impersonating.post(logout)).status).toBe(200);
  services.clearFaults();
  expect(log.text()).toContain('error the end of an impersonation is not recorded');
  impersonating.cookies[cookieNames.session] = cookie;
  expect((await impersonating.get(getUser)).status).toBe(401);
  services.clock.advance(3_600_000);
  expect(await listed()).toMatchObject([{ endedAt: expected }]);
});

test('the response to the end of its session is lost: the log says that an end may be unrecorded', async () => {
  const impersonating = new Browser();
  await impersonate(impersonating);
  let lost = false;
  services.inject((_, operation) => {
    if (lost || operation !== 'DeleteItem') return 'pass';
    lost = true;
    return 'lost';
  });
  expect((await impersonating.post(logout)).status).toBe(200);
  services.clearFaults();
  expect(log.text()).toMatch(new RegExp(`warn a session may have ended as an impersonation.*${owner.userId}`));
});

test('it ends after an hour at the latest, as its record says from the beginning; its user reads that', async () => {
  const impersonating = new Browser();
  await impersonate(impersonating);
  const endsAt = seconds() + 3600;
  const began = await records();
  expect(began).toMatchObject([{ event: 'impersonation-began', endsAt }]);
  services.clock.advance(3_599_000);
  expect((await impersonating.get(getUser)).status).toBe(200);
  expect(await listed()).toMatchObject([{ endedAt: null }]);
  services.clock.advance(1000);
  expect((await impersonating.get(getUser)).status).toBe(401);
  // Who cleans its session up ends nothing.
  await signedIn(owner);
  expect(await records()).toEqual(began);
  expect(await listed()).toMatchObject([{ endedAt: endsAt }]);
});

test('the administrator changes the password: what was begun with the old credentials opens nothing', async () => {
  const impersonating = new Browser();
  await impersonate(impersonating);
  services.clock.advance(60_000); // the app's code was used a moment ago
  const own = await signedInByApp(admin);
  await own.post(changePassword, { newPassword: 'another horse 7' });
  expect((await impersonating.get(getUser)).status).toBe(401);
});

test('removed while the session is being written: it opens nothing', async () => {
  services.inject(async (_, operation, request) => {
    if (operation === 'TransactWriteItems' && request.body.includes('IMPERSONATION#'))
      await services.remove(admin.userId);
    return 'pass' as const;
  });
  const impersonating = new Browser();
  expect((await impersonate(impersonating)).status).toBe(200);
  services.clearFaults();
  expect((await impersonating.get(getUser)).status).toBe(401);
});

test.each(['remove', 'disable'] as const)(
  'the next request after “%s”: 401 for a change, nothing written',
  async (end) => {
    const impersonating = new Browser();
    await impersonate(impersonating);
    await services[end](admin.userId);
    const before = await services.items('users');
    expect((await impersonating.post(markSetupComplete)).status).toBe(401);
    expect(await services.items('users')).toEqual(before);
    expect(await records()).toEqual([expect.objectContaining({ event: 'impersonation-began' })]);
  },
);

test('Cognito cannot be asked whether the administrator still is one: 503, and the owner does not wait', async () => {
  const impersonating = new Browser();
  await impersonate(impersonating);
  const own = await signedIn(owner);
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  expect((await impersonating.get(getUser)).status).toBe(503);
  services.operations.length = 0;
  expect((await own.get(getUser)).status).toBe(200);
  expect(services.operations.filter((operation) => operation.startsWith('cognito'))).toEqual([]);
});
