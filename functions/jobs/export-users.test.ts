import { CognitoIdentityProviderClient, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { secretHash } from '../adapters/cognito/secret-hash';
import { runJob } from '../testing/run-job';
import { servicesWithExports } from '../testing/user-exports';
import { handler as exportUsers } from './export-users';

const services = servicesWithExports();
const hours = (count: number): void => services.clock.advance(count * 3_600_000);
const newest = async () => JSON.parse(await services.readCopy('newest.json')) as Record<string, unknown>;
const lines = async (key: string) =>
  (await services.readCopy(key))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function signUp(email: string): Promise<void> {
  const ClientId = process.env['USER_POOL_CLIENT_ID'] ?? '';
  const UserAttributes = [{ Name: 'name', Value: '未確認' }];
  await new CognitoIdentityProviderClient({}).send(
    new SignUpCommand({
      ClientId,
      SecretHash: await secretHash(email),
      Username: email,
      Password: 'correct horse',
      UserAttributes,
    }),
  );
}

test('all users with what Cognito shows of them, and the members of the groups', async () => {
  const owner = await services.createUser({
    email: 'owner@example.jp',
    username: '山田',
    phoneNumber: '+819012345678',
  });
  const admin = await services.createUser({ email: 'admin@example.jp', admin: true });
  const gone = await services.createUser({ email: 'gone@example.jp' });
  await services.disable(gone.userId);
  await signUp('new@example.jp');
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 4, complete: true });
  const { night, ...copy } = await newest();
  expect(copy).toMatchObject({
    users: 4,
    parts: 1,
    groups: { admin: [admin.userId] },
  });
  expect(await lines(`${String(night)}/part-1.jsonl`)).toEqual([
    {
      userId: owner.userId,
      email: 'owner@example.jp',
      emailVerified: true,
      username: '山田',
      phoneNumber: '+819012345678',
      phoneVerified: true,
      enabled: true,
      status: 'CONFIRMED',
    },
    expect.objectContaining({ userId: admin.userId, enabled: true }),
    expect.objectContaining({ userId: gone.userId, enabled: false }),
    expect.objectContaining({ email: 'new@example.jp', emailVerified: false, status: 'UNCONFIRMED' }),
  ]);
});

test('runs of the same day copy nothing more; after 3 o’clock at night in Japan the next copy is made', async () => {
  await services.createUser({ email: 'owner@example.jp' });
  const time = new Date(services.clock.now());
  hours((24 + 3 - time.getUTCHours()) % 24); // noon in Japan
  await runJob(exportUsers);
  const first = await newest();
  services.operations.length = 0;
  hours(14); // 2 o'clock at night
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 0, complete: true });
  expect(services.operations.filter((one) => one.includes('ListUsers'))).toEqual([]);
  hours(2);
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 1, complete: true });
  const second = await newest();
  expect(Date.parse(String(second['night'])) - Date.parse(String(first['night']))).toBe(86_400_000);
});

/** Ends the job's time with its first page. */
const cutOff = (): void =>
  services.inject((service, operation) => {
    if (service === 'cognito' && operation === 'ListUsers') services.clock.advance(3_600_000);
    return 'pass';
  });

async function makeMany(): Promise<void> {
  for (let number = 1; number <= 61; number += 1) await services.createUser({ email: `owner-${number}@example.jp` });
}

test('the time of a run ends: the copy does not count yet, and the next run goes on there', async () => {
  await makeMany();
  cutOff();
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 60, complete: false });
  services.clearFaults();
  await expect(services.readCopy('newest.json')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 1, complete: true });
  const { night, parts, users } = await newest();
  expect([parts, users]).toEqual([2, 61]);
  expect(await lines(`${String(night)}/part-2.jsonl`)).toHaveLength(1);
});

const expiredPlace = () => ({
  status: 400,
  headers: { 'x-amzn-errortype': 'InvalidParameterException', date: new Date(services.clock.now()).toUTCString() },
  body: JSON.stringify({ __type: 'InvalidParameterException', message: 'Invalid pagination token provided' }),
});

test('Cognito has forgotten the place of a copy that was interrupted: it begins again', async () => {
  await makeMany();
  cutOff();
  await runJob(exportUsers);
  let refused = false;
  services.inject((service, operation) => {
    if (service !== 'cognito' || operation !== 'ListUsers' || refused) return 'pass';
    refused = true;
    return expiredPlace();
  });
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 61, complete: true });
  expect(await newest()).toMatchObject({ parts: 1, users: 61 });
});

test('most users are gone: the run fails, and the newest copy stays the one before', async () => {
  for (const name of ['one', 'two', 'three']) await services.createUser({ email: `${name}@example.jp` });
  await runJob(exportUsers);
  const before = await newest();
  await services.newPool();
  await services.createUser({ email: 'first@example.jp' });
  hours(24);
  for (let run = 0; run < 2; run += 1) await expect(runJob(exportUsers)).rejects.toThrow('has 1 users, and had 3');
  expect(await newest()).toEqual(before);
});

test('S3 is down: the run fails, the next one makes the whole copy', async () => {
  await services.createUser({ email: 'owner@example.jp' });
  services.inject((service) => (service === 's3' ? 'down' : 'pass'));
  await expect(runJob(exportUsers)).rejects.toThrow();
  services.clearFaults();
  await expect(runJob(exportUsers)).resolves.toEqual({ users: 1, complete: true });
});
