import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { calls, type ListedCall } from '#shared/contract/index';
import { sampleOf } from '../../e2e/testing/samples';
import { createStripeEmulator } from '../../emulators/stripe/index';
import type { ApiRequest } from '../../local/testing/functions';
import { Browser, handlerOf } from '#functions/testing/browser';
import { ageProofs, impersonating, signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { login, logout } from '#functions/sign-in/calls';
import { changePassword } from '#functions/security/calls';

// What the table says of who may call is proven here for every call; what a call owns, by e2e/contract.test.ts.
const services = startedOnce();
const guarded = calls.filter(({ access }) => access === 'user' || access === 'admin');

/** The services of this file. Refused calls do not change them, so they are started once. */
function startedOnce(): Awaited<ReturnType<typeof startSignInServices>> {
  const started = {} as Awaited<ReturnType<typeof startSignInServices>>;
  beforeAll(async () => {
    Object.assign(
      started,
      await startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
    );
    await started.startAfresh();
    await signEverybodyIn();
  });
  afterAll(() => started.close());
  return started;
}

const requestOf = (call: ListedCall): ApiRequest => ({
  method: call.method,
  path: call.path,
  params: Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'nobodys'])),
  ...(call.body && { body: sampleOf(call) }),
  ...(call.query && { query: { token: 'AAAAAAAAAAAAAAAAAAAA' } }),
});

const isWrite = (operation: string): boolean =>
  !/ (Query|GetItem|BatchGetItem|Scan|AdminGetUser|AdminListGroupsForUser)$/.test(operation);

/** Calls with these cookies. Expects a refusal by this code, and nothing written or asked of another service. */
async function expectRefused(call: ListedCall, cookies: Record<string, string>, code: string): Promise<void> {
  services.operations.length = 0;
  const browser = new Browser('198.51.100.77');
  const { status, body } = await browser.send(await handlerOf(call), { ...requestOf(call), cookies });
  expect({ call: call.name, status, code: body['code'], written: services.operations.filter(isWrite) }).toEqual({
    call: call.name,
    status: code === 'NOT_SIGNED_IN' ? 401 : 403,
    code,
    written: [],
  });
  expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId']);
}

/** Cookies of browsers whose session is not, or no longer, live. */
const dead: Record<string, Record<string, string>> = {};
const live: Record<'owner' | 'admin' | 'removed' | 'impersonating' | 'orphan', Record<string, string>> = {
  owner: {},
  admin: {},
  removed: {},
  impersonating: {},
  orphan: {},
};

/** Who impersonates in the session of a cookie. */
async function administratorOf(cookie: string): Promise<string> {
  const { hash } = await import('#functions/platform/crypto');
  const items = await services.items('users');
  const found = items.find(({ sk }) => sk === `SESSION#${hash(cookie.split('.')[1] ?? '')}`);
  return (found as { impersonation: { by: string } }).impersonation.by;
}

async function signEverybodyIn(): Promise<void> {
  const session = (browser: Browser): string => browser.cookies['__Host-session'] ?? '';
  const users: TestUser[] = [];
  for (const name of ['expired', 'owner', 'changed', 'second'])
    users.push(await services.createUser({ email: `${name}@example.jp`, ...(name === 'second' && { mfa: 'totp' }) }));
  const [expired, owner, changed, second] = users as [TestUser, TestUser, TestUser, TestUser];
  const admin = await services.createUser({ email: 'admin@example.jp', admin: true });

  dead['expired'] = (await signedIn(expired)).cookies;
  services.clock.advance(31 * 24 * 60 * 60 * 1000);

  const own = await signedIn(owner);
  live.owner = own.cookies;
  const tampered = session(own);
  dead['none'] = {};
  dead['invented'] = { '__Host-session': `${crypto.randomUUID()}.${'A'.repeat(43)}` };
  dead['tampered'] = { '__Host-session': `${tampered.slice(0, -2)}${tampered.endsWith('AA') ? 'BB' : 'AA'}` };

  const gone = await signedIn(owner);
  dead['signed out'] = { ...gone.cookies };
  await gone.post(logout);

  // Its item is put back after the change that ended it: the epoch alone has to refuse it.
  const old = await signedIn(changed);
  dead['of an older epoch'] = { ...old.cookies };
  const items = await services.items('users');
  const kept = items.filter(({ pk, sk }) => pk === `USER#${changed.userId}` && String(sk).startsWith('SESSION#'));
  await (await signedIn(changed)).post(changePassword, { newPassword: 'another long password' });
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for (const Item of kept) await table.send(new PutCommand({ TableName: 'users', Item }));
  expect(kept.length).toBeGreaterThan(0);

  const waiting = new Browser();
  await waiting.post(login, { email: second.email, password: second.password });
  const [challenge = ''] = Object.values(waiting.cookies);
  expect(challenge).not.toBe('');
  dead['waiting for the second step'] = { ...waiting.cookies, '__Host-session': challenge };

  live.admin = (await signedIn(admin)).cookies;
  const removed = await services.createUser({ email: 'removed@example.jp', admin: true });
  live.removed = (await signedIn(removed)).cookies;
  live.impersonating = (await impersonating(services, owner)).cookies;
  // The last one who impersonated: their administrator is removed while the session is open.
  const orphan = await impersonating(services, owner);
  live.orphan = orphan.cookies;
  await services.remove(await administratorOf(session(orphan)));
  await services.remove(removed.userId);
  services.clock.advance(1000);
}

test('the table has calls of each kind that is tried here', () => {
  expect(guarded.length).toBeGreaterThan(40);
  expect(guarded.some(({ access }) => access === 'admin')).toBe(true);
  expect(Object.keys(dead)).toHaveLength(7);
});

// ASVS 7.2.1, 7.2.2, 8.2.1, 8.2.2, 8.3.1
describe.each(guarded.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_title, call) => {
  test('no session, or an expired, altered, ended, outdated or unfinished one: 401, nothing written', async () => {
    for (const cookies of Object.values(dead)) await expectRefused(call, cookies, 'NOT_SIGNED_IN');
  });

  if (call.access === 'admin')
    test('no administrator, one removed a second ago, an impersonation: 403, nothing written', async () => {
      for (const cookies of [live.owner, live.removed, live.impersonating])
        await expectRefused(call, cookies, 'ADMIN_ONLY');
    });

  if (call.access === 'user')
    test('an impersonation whose administrator was removed a second ago: refused, nothing written', () =>
      expectRefused(call, live.orphan, call.impersonation === 'refused' ? 'IMPERSONATION_FORBIDDEN' : 'NOT_SIGNED_IN'));

  if (call.impersonation === 'refused')
    test('an administrator who impersonates a user: 403, nothing written', () =>
      expectRefused(call, live.impersonating, 'IMPERSONATION_FORBIDDEN'));
});

// ASVS 7.5.1
describe('half an hour after the proof of the password', () => {
  beforeAll(() => ageProofs(services));
  test.each(
    guarded
      .filter(({ recentAuthentication }) => recentAuthentication)
      .map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s: 403 RECENT_AUTHENTICATION_REQUIRED, nothing written', (_title, call) =>
    expectRefused(call, call.access === 'admin' ? live.admin : live.owner, 'RECENT_AUTHENTICATION_REQUIRED'),
  );
});
