import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { Browser } from '#functions/testing/browser';
import { impersonating, signedIn, signedInByApp } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getMasterPassword, makeMasterPassword } from '#functions/impersonation/calls';
import { getSystemInformation } from './calls';

const services = testServices(startSignInServices);
let admin: TestUser;

beforeEach(async () => {
  process.env['VERSION'] = '1.2.3';
  admin = await services.createUser({ email: 'admin@example.jp', admin: true, mfa: 'totp' });
});

test('an administrator sees the system; the last synchronisation once there was one', async () => {
  const browser = await signedInByApp(admin);
  expect((await browser.get(getSystemInformation)).body).toEqual({
    stage: 'test',
    version: '1.2.3',
    region: 'ap-northeast-1',
    lastDeviceSync: null,
    lacksSecondStep: false,
  });
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  await documents.send(
    new PutCommand({ TableName: 'devices', Item: { pk: 'SYNC', sk: 'STATE', finishedAt: 1_800_000_000 } }),
  );
  expect((await browser.get(getSystemInformation)).body).toMatchObject({ lastDeviceSync: 1_800_000_000 });
});

const adminCalls = [
  ['get-master-password', (browser: Browser) => browser.get(getMasterPassword)],
  ['make-master-password', (browser: Browser) => browser.post(makeMasterPassword, { reason: '確認' })],
  ['get-system-information', (browser: Browser) => browser.get(getSystemInformation)],
] as const;

describe.each(adminCalls)('%s', (_name, call) => {
  const refused = {
    code: 'ADMIN_ONLY',
    message: '管理者権限が必要です。管理者アカウントでログインしてください。',
  };

  test('nobody signed in, an owner, an impersonation: refused, nothing recorded', async () => {
    expect((await call(new Browser())).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
    const owner = await services.createUser({ email: 'owner@example.jp' });
    expect((await call(await signedIn(owner))).body).toMatchObject(refused);
    const before = await services.items('audit');
    const browser = await impersonating(services, owner);
    expect((await call(browser)).body).toMatchObject(refused);
    expect((await services.items('audit')).length).toBe(before.length + 2);
  });

  test('removed from the group or disabled a second ago: refused, and Cognito was asked', async () => {
    const browser = await signedInByApp(admin);
    expect((await call(browser)).status).toBe(200);
    services.clock.advance(1000);
    await services.remove(admin.userId);
    expect((await call(browser)).body).toMatchObject(refused);
    const other = await services.createUser({ email: 'other@example.jp', admin: true, mfa: 'totp' });
    const second = await signedInByApp(other);
    await services.disable(other.userId);
    expect((await call(second)).body).toMatchObject(refused);
  });

  test('an impersonated user becomes an administrator meanwhile: the impersonation is still refused', async () => {
    const owner = await services.createUser({ email: 'owner@example.jp' });
    const browser = await impersonating(services, owner);
    await services.promote(owner.userId);
    expect((await call(await signedIn(owner))).body).not.toMatchObject(refused);
    expect((await call(browser)).body).toMatchObject(refused);
  });
});
