import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getUser, updateProfile } from '../../../functions/api/account/calls';
import { login, requestReset, resetPassword } from '../../../functions/api/auth/calls';
import { changePassword } from '../../../functions/api/security/calls';
import { handler as endDisabledSessions } from '../../../functions/jobs/end-disabled-sessions';
import { handler as exportUsers } from '../../../functions/jobs/export-users';
import { readPartition } from '../../../functions/adapters/users-table/read-partition';
import { Browser } from '../../../functions/testing/browser';
import { walk } from '../../../functions/testing/runbook';
import { runJob } from '../../../functions/testing/run-job';
import { giveShop } from '../../../functions/testing/shops';
import type { TestUser } from '../../../functions/testing/user-pool';
import { exportBucket, servicesWithExports } from '../../../functions/testing/user-exports';
import { planRestore } from './plan-restore';
import { readExport } from './read-export';
import { restoreAll, type Restored } from './restore-all';

const services = servicesWithExports();
const password = 'a password after the loss';
let owner: TestUser;

const copy = () => readExport(new S3Client({}), exportBucket);
const pool = (): string => process.env['USER_POOL_ID'] ?? '';
const cognito = () => new CognitoIdentityProviderClient({ maxAttempts: 1 });

async function kinds(): Promise<string[]> {
  const { users } = await copy();
  return (await planRestore(cognito(), pool(), users)).map(({ kind }) => kind);
}

async function restore(): Promise<Restored> {
  const { copy: whole, users } = await copy();
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const groupsOf = (userId: string) => Object.keys(whole.groups).filter((name) => whole.groups[name]?.includes(userId));
  const target = { cognito: cognito(), documents, pool: pool(), usersTable: 'users', groupsOf };
  return restoreAll(target, await planRestore(target.cognito, pool(), users));
}

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

walk('The user pool is lost', 'its owner sets a password by mail and has the same shops', async (section) => {
  section.says("Raise the stage's setting `userPools` by one");
  section.command('npm run restore-users -- --stage STAGE --yes');
  await runJob(exportUsers);
  await services.newPool();
  expect(await kinds()).toEqual(['create']);
  await expect(restore()).resolves.toEqual({ restored: 1, deleted: 0, failed: [] });
  expect(services.messages).toEqual([]);
  section.says('they choose "forgotten password" once, set a password by the mailed link and have the same shops');
  const browser = await comeBack(owner.email);
  expect(await userOf(browser)).toMatchObject({
    id: owner.userId,
    email: owner.email,
    username: '山田',
    phoneNumber: '09012345678',
  });
  const { profile, shops } = await readPartition(owner.userId, 'ownership');
  expect(shops.map(({ customerId }) => customerId)).toEqual(['cus_1']);
  expect(profile?.poolName).toMatch(/^[0-9a-f-]{36}$/);
  expect(profile?.poolName).not.toBe(owner.userId);
});

test('a restored owner: what asks Cognito for them finds them by their new name', async () => {
  await runJob(exportUsers);
  await services.newPool();
  await restore();
  const browser = await comeBack(owner.email);
  expect((await browser.put(updateProfile, { username: '山田花子' })).status).toBe(200);
  const change = { currentPassword: password, newPassword: 'yet another password' };
  expect((await browser.post(changePassword, change)).status).toBe(200);
  expect((await new Browser().post(login, { email: owner.email, password: change.newPassword })).status).toBe(200);
  const name = (await readPartition(owner.userId, 'ownership')).profile?.poolName ?? '';
  await services.disable(name);
  await runJob(endDisabledSessions);
  expect((await browser.get(getUser)).status).toBe(401);
});

test('the pool is lost twice: the own id stays', async () => {
  for (let time = 0; time < 2; time += 1) {
    await runJob(exportUsers);
    await services.newPool();
    await restore();
    services.clock.advance(86_400_000);
  }
  expect(await userOf(await comeBack(owner.email))).toMatchObject({ id: owner.userId });
});

test('an administrator is one again, a disabled user stays disabled, an unconfirmed one is left out', async () => {
  const admin = await services.createUser({ email: 'admin@example.jp', admin: true });
  const gone = await services.createUser({ email: 'gone@example.jp' });
  await services.disable(gone.userId);
  await runJob(exportUsers);
  await services.newPool();
  await restore();
  expect(await userOf(await comeBack(admin.email))).toMatchObject({ isAdmin: true });
  services.messages.length = 0;
  await new Browser().post(requestReset, { email: gone.email });
  expect(services.messages).toEqual([]);
});

test('a restore that is interrupted and repeated: every user once, and no new password is overwritten', async () => {
  const second = await services.createUser({ email: 'second@example.jp' });
  await runJob(exportUsers);
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
  await runJob(exportUsers);
  await services.newPool();
  await services.createUser({ email: 'OWNER@example.jp' });
  expect(await kinds()).toEqual(['taken']);
  await expect(restore()).resolves.toEqual({ restored: 0, deleted: 0, failed: [] });
});
