import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createTable } from '../../../local/testing/functions';
import { Browser } from '../../testing/browser';
import { signedIn } from '../../testing/signed-in';
import { masterPassword, startSignInServices, type TestUser } from '../../testing/sign-in-services';
import { testServices } from '../../testing/test-services';
import { handler as getMasterPassword } from './get-master-password';
import { handler as getSystemInformation } from './get-system-information';

const services = testServices(startSignInServices);
let admin: TestUser;

beforeEach(async () => {
  process.env['VERSION'] = '1.2.3';
  await createTable('DEVICES_TABLE', 'devices');
  admin = await services.createUser({ email: 'admin@example.jp', admin: true });
});

test('an administrator reads the master password: it is shown and recorded', async () => {
  const answer = await (await signedIn(admin)).get(getMasterPassword);
  expect(answer.body).toEqual({ masterPassword, description: expect.stringContaining('マスターパスワード') });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(await services.items('audit')).toEqual([
    expect.objectContaining({ event: 'master-password-shown', by: admin.userId, userId: '-' }),
  ]);
});

test('the audit record cannot be written: 503, and no password is shown', async () => {
  const browser = await signedIn(admin);
  services.weather((_, operation) => (operation === 'PutItem' ? 'down' : 'pass'));
  const answer = await browser.get(getMasterPassword);
  expect([answer.status, JSON.stringify(answer.body).includes(masterPassword)]).toEqual([503, false]);
});

test('an administrator sees the system; the last synchronisation once there was one', async () => {
  const browser = await signedIn(admin);
  expect((await browser.get(getSystemInformation)).body).toEqual({
    stage: 'test',
    version: '1.2.3',
    region: 'ap-northeast-1',
    lastDeviceSync: null,
  });
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  await documents.send(
    new PutCommand({ TableName: 'devices', Item: { pk: 'SYNC', sk: 'STATE', finishedAt: 1_800_000_000 } }),
  );
  expect((await browser.get(getSystemInformation)).body).toMatchObject({ lastDeviceSync: 1_800_000_000 });
});

test.each([
  ['get-master-password', getMasterPassword],
  ['get-system-information', getSystemInformation],
])('%s: everybody else is refused', async (_name, handler) => {
  expect((await new Browser().get(handler)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  const owner = await services.createUser({ email: 'owner@example.jp' });
  const answer = await (await signedIn(owner)).get(handler);
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({
    code: 'ADMIN_ONLY',
    message: '管理者権限が必要です。管理者アカウントでログインしてください。',
  });
  expect(await services.items('audit')).toEqual([]);
});
