import {
  AdminEnableUserCommand,
  CognitoIdentityProviderClient,
  CreateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getUser, updateProfile, requestReset, resetPassword } from '#functions/accounts/calls';
import { login } from '#functions/sign-in/calls';
import { changePassword } from '#functions/security/calls';
import { checkUsers } from '#functions/jobs';
import { readUser } from '#functions/platform/users-table';
import { listNotices } from '#functions/testing/notices';
import { Browser } from '#functions/testing/browser';
import { walk } from '#functions/testing/runbook';
import { runJob } from '#functions/testing/run-job';
import { giveShop } from '#functions/testing/shops';
import type { TestUser } from '#functions/testing/user-pool';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { stageSettings } from '../stage/stages';
import { findPool } from './pool';
import { administratorsIn, planRestore, restoreAll, type Restored, type Target } from './restore-users';
import { eraseUser } from '#functions/accounts/profiles-table';

const services = testServices(startSignInServices);
const password = 'a password after the loss';
let owner: TestUser;

const target = (): Target => ({
  cognito: new CognitoIdentityProviderClient({ maxAttempts: 1 }),
  documents: DynamoDBDocumentClient.from(new DynamoDBClient({})),
  pool: process.env['USER_POOL_ID'] ?? '',
  usersTable: 'users',
});
const kinds = async (): Promise<string[]> => (await planRestore(target())).map(({ kind }) => kind);
const restore = async (): Promise<Restored> => restoreAll(target(), await planRestore(target()));

const noticesOf = async (userId: string) =>
  (await listNotices()).flatMap((notice) => (notice.userId === userId ? [notice.kind] : []));

/** Sets another password by the mailed link, and signs in with it. */
async function comeBack(email: string): Promise<Browser> {
  await new Browser().post(requestReset, { email });
  const body = { token: services.newestToken(email), password };
  expect((await new Browser().post(resetPassword, body)).status).toBe(200);
  const browser = new Browser();
  expect((await browser.post(login, { email, password })).status).toBe(200);
  return browser;
}

/** The user whose session a browser has. */
const userOf = async (browser: Browser) => (await browser.get(getUser)).body['user'] as Record<string, unknown>;
const signIn = async (user: TestUser): Promise<Browser> => {
  const browser = new Browser();
  expect((await browser.post(login, { email: user.email, password: user.password })).status).toBe(200);
  return browser;
};

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp', username: '山田', phoneNumber: '+819012345678' });
  await signIn(owner);
  await giveShop(owner.userId, 'cus_1');
});

test('two pools of the stage’s name, because the first was lost: the tools take the newer one', async () => {
  const { cognito } = target();
  const stage = stageSettings('example');
  await expect(findPool(cognito, stage)).rejects.toThrow('The stage example has no user pool');
  const make = async () =>
    (await cognito.send(new CreateUserPoolCommand({ PoolName: 'portal-example-users' }))).UserPool;
  const first = await make();
  services.clock.advance(1000);
  const second = await make();
  expect(second?.Id).not.toBe(first?.Id);
  expect(await findPool(cognito, stage)).toBe(second?.Id);
});

walk('The user pool is lost', 'its owner sets a password by mail and has the same shops', async (section) => {
  section.says("Raise the stage's setting `userPools` by one");
  section.command('npm run restore-users -- --stage STAGE --yes');
  await services.newPool();
  expect(await kinds()).toEqual(['create']);
  await expect(restore()).resolves.toEqual({ restored: 1, deleted: 0, failed: [] });
  expect(services.messages).toEqual([]);
  section.says('they choose "forgotten password" once, set a password by the mailed link and have the same shops');
  const browser = await comeBack(owner.email);
  section.says('A mail then tells them that the second step is off');
  expect(await noticesOf(owner.userId)).toEqual(['account-restored']);
  expect(await userOf(browser)).toMatchObject({
    id: owner.userId,
    email: owner.email,
    username: '山田',
    phoneNumber: '09012345678',
  });
  const { profile, shops } = await readUser(owner.userId, 'ownership');
  expect(shops.map(({ customerId }) => customerId)).toEqual(['cus_1']);
  expect(profile?.poolName).toMatch(/^[0-9a-f-]{36}$/);
  expect(profile?.poolName).not.toBe(owner.userId);
});

test('a restored owner: what asks Cognito for them finds them by their new name', async () => {
  await services.newPool();
  await restore();
  const browser = await comeBack(owner.email);
  expect((await browser.put(updateProfile, { username: '山田花子' })).status).toBe(200);
  const change = { newPassword: 'yet another password' };
  expect((await browser.post(changePassword, change)).status).toBe(200);
  expect((await new Browser().post(login, { email: owner.email, password: change.newPassword })).status).toBe(200);
  const name = (await readUser(owner.userId, 'ownership')).profile?.poolName ?? '';
  await services.disable(name);
  await runJob(checkUsers);
  expect((await browser.get(getUser)).status).toBe(401);
});

test('the pool is lost twice: the own id stays', async () => {
  for (let time = 0; time < 2; time += 1) {
    await services.newPool();
    await restore();
    services.clock.advance(86_400_000);
  }
  expect(await userOf(await comeBack(owner.email))).toMatchObject({ id: owner.userId });
});

test('a restored owner changes the password later: told as everybody is', async () => {
  await services.newPool();
  await restore();
  const browser = await comeBack(owner.email);
  const change = { newPassword: 'yet another password' };
  expect((await browser.post(changePassword, change)).status).toBe(200);
  expect((await noticesOf(owner.userId)).toSorted()).toEqual(['account-restored', 'password-changed']);
});

walk(
  'The user pool is lost',
  'administrators are named, and are none until a person puts them back',
  async (section) => {
    const admin = await services.createUser({ email: 'admin@example.jp', admin: true });
    await signIn(admin);
    await services.newPool();
    expect(administratorsIn(await planRestore(target()))).toEqual([admin.email]);
    await restore();
    expect(await userOf(await comeBack(admin.email))).toMatchObject({ isAdmin: false });
    const values = { POOL: target().pool, ADDRESS: admin.email };
    await section.run('aws cognito-idp admin-add-user-to-group', values);
    const browser = new Browser();
    expect((await browser.post(login, { email: admin.email, password })).status).toBe(200);
    expect(await userOf(browser)).toMatchObject({ isAdmin: true });
  },
);

test('a disabled user stays so, one enabled again does not; who never signed in registers again', async () => {
  const [gone, back] = await Promise.all(
    ['gone@example.jp', 'back@example.jp'].map((email) => services.createUser({ email })),
  );
  await services.createUser({ email: 'never@example.jp' });
  for (const user of [gone, back]) {
    await signIn(user!);
    await services.disable(user!.userId);
  }
  await runJob(checkUsers);
  await runJob(checkUsers);
  await target().cognito.send(new AdminEnableUserCommand({ UserPoolId: target().pool, Username: back!.userId }));
  await signIn(back!);
  await services.newPool();
  expect(await kinds()).toEqual(['create', 'create', 'create']);
  await restore();
  services.messages.length = 0;
  await new Browser().post(requestReset, { email: gone!.email });
  expect(services.messages).toEqual([]);
  await comeBack(back!.email);
});

test('an account is deleted while the restore runs: it stays deleted', async () => {
  await services.newPool();
  const steps = await planRestore(target());
  await eraseUser(owner.userId, services.clock.now() / 1000);
  await expect(restoreAll(target(), steps)).resolves.toEqual({ restored: 0, deleted: 1, failed: [] });
  expect(await kinds()).toEqual([]);
});

test('a restore that is interrupted and repeated: every user once, and no new password is overwritten', async () => {
  const second = await services.createUser({ email: 'second@example.jp' });
  await signIn(second);
  await services.newPool();
  let passwords = 0;
  services.inject((service, operation) =>
    service === 'cognito' && operation === 'AdminSetUserPassword' && (passwords += 1) > 1 ? 'down' : 'pass',
  );
  const first = await restore();
  expect([first.restored, first.failed.length]).toEqual([1, 1]);
  services.clearFaults();
  expect((await kinds()).toSorted()).toEqual(['finish', 'there']);
  await expect(restore()).resolves.toMatchObject({ restored: 1, failed: [] });
  await comeBack(owner.email);
  await comeBack(second.email);
  expect(await kinds()).toEqual(['there', 'there']);
  await expect(restore()).resolves.toEqual({ restored: 0, deleted: 0, failed: [] });
  expect((await new Browser().post(login, { email: owner.email, password })).status).toBe(200);
});

test('somebody registered with the address meanwhile: reported, and the user is not restored', async () => {
  await services.newPool();
  await services.createUser({ email: 'OWNER@example.jp' });
  expect(await kinds()).toEqual(['taken']);
  await expect(restore()).resolves.toEqual({ restored: 0, deleted: 0, failed: [] });
});
