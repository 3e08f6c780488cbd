import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { createKintoneEmulator } from '#emulators/kintone';
import { changePassword } from '#functions/security/calls';
import { addAuditRecord } from '#functions/platform/audit-record';
import { signedIn } from '#functions/testing/signed-in';
import { giveShop } from '#functions/testing/shops';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { defaultAppIds } from '#shared/model/record-system';
import { kintoneApps } from '../../local/services/services';
import { ownerData, recordsIn, type Sources } from './owner';

const password = 'a-password-of-staff';
const services = testServices(() =>
  startSignInServices(async (clock) => ({
    records: await createKintoneEmulator({ clock, secret: password, apps: kintoneApps }),
  })),
);

const kintone = () =>
  new KintoneRestAPIClient({
    baseUrl: process.env['KINTONE_BASE_URL'] ?? '',
    auth: { username: 'staff', password },
  });
const sources = (): Sources => ({
  documents: DynamoDBDocumentClient.from(new DynamoDBClient({})),
  cognito: new CognitoIdentityProviderClient({}),
  pool: process.env['USER_POOL_ID'] ?? '',
  table: (name) => name,
  records: recordsIn(kintone(), {}),
});

const under = (subscriptionId: string, serialNumber: string) => ({ subscriptionId, serialNumber });

/** An owner with a session, a shop, and something in every place that the portal writes to. */
async function owner(email: string, customerId: string, word: string): Promise<string> {
  const user = await services.createUser({ email, username: word, phoneNumber: '+819012345678' });
  const browser = await signedIn(user);
  const body = { currentPassword: user.password, newPassword: 'another password of theirs' };
  expect((await browser.post(changePassword, body)).status).toBe(200);
  const { userId } = user;
  await giveShop(userId, customerId);
  await addAuditRecord({ event: 'shop-deleted', userId, by: userId, address: '203.0.113.7', userAgent: word });
  const { documents } = sources();
  for (const [TableName, pk, sk, more] of [
    ['users', `USER#${userId}`, `SNAPSHOT#${customerId}`, {}],
    ['users', 'MOVE-IN', userId, { email }],
    ['users', `USER#${userId}`, 'CODES', { hashes: [`hash of ${word}`] }],
    ['documents', `USER#${userId}`, `DOCUMENT#in_${word}`, {}],
    ['devices', `SHOP#${customerId}`, 'MOVEMENT#1', {}],
    ['users', `USER#${userId}`, `SNAPSHOT#former-${customerId}`, { linked: [`sub_${word}`] }],
    ['users', 'DUNNING', `sub_${word}`, { customerId }],
    ['users', 'MAILBOXES', `account of ${word}`, { userId }],
    ['users', 'TASKS', `send-notice#${word}`, { body: { userId, sealedToken: `hash of ${word}` } }],
    ['documents', `USER#${userId}`, `DOCUMENT#in_former_${word}`, { storeId: `former_${customerId}` }],
    ['devices', `SHOP#former_${customerId}`, 'MOVEMENT#2', {}],
    ['devices', `DEVICE#${word}`, 'RECORD', under(customerId, word)],
    ['devices', `DEVICE#waits-${word}`, 'RECORD', under(`sub_${word}`, `waits-${word}`)],
    ['devices', `DEVICE#${word}`, 'LOCK', { ...under(customerId, word), requestedUnder: 'cus_before' }],
    ['devices', `DEVICE#waits-${word}`, 'LOCK', { ...under(customerId, `waits-${word}`), requestedUnder: customerId }],
    ['devices', `DEVICE#${word}`, 'REQUEST#1#r', { customerId, requestId: `of ${word}` }],
    ['devices', `DEVICE#${word}`, 'REQUEST#0#r', { customerId: 'cus_before', reason: 'of somebody before' }],
    ['devices', `DEVICE#${word}`, 'REPAIR#7', { repairId: `7${word}` }],
    ['devices', `REPAIR#7${word}`, 'WORK#1', {}],
  ] as const)
    await documents.send(new PutCommand({ TableName, Item: { pk, sk, word, ...more } }));
  const record = {
    requestId: { value: `request of ${word}` },
    receiptNumber: { value: '1' },
    requestKind: { value: '返却' },
    serialNumber: { value: 'A1' },
    customerId: { value: customerId },
    shopName: { value: word },
  };
  await kintone().record.addRecord({ app: defaultAppIds.requests, record });
  return userId;
}

test('an owner’s data from every place, nothing of another owner, and nothing that signs in', async () => {
  const mine = await owner('owner@example.jp', 'cus_1', 'mine');
  await owner('other@example.jp', 'cus_2', 'theirs');
  const found = await ownerData(sources(), mine);
  expect(found).toMatchObject({
    userId: mine,
    cognito: { attributes: { email: 'owner@example.jp', name: 'mine', phone_number: '+819012345678' } },
    stripeCustomers: ['cus_1', 'former_cus_1'],
    tasks: expect.arrayContaining([expect.objectContaining({ sk: 'send-notice#mine' })]) as unknown,
    documents: [{ sk: 'DOCUMENT#in_former_mine' }, { sk: 'DOCUMENT#in_mine' }],
    audit: [{ event: 'shop-deleted' }],
    records: [{ shopName: { value: 'mine' } }],
  });
  const kinds = new Set(found?.users.map(({ sk }) => String(sk).split('#', 1)[0]));
  for (const kind of ['PROFILE', 'SESSION', 'SHOP', 'SNAPSHOT', mine, 'sub_mine', 'account of mine'])
    expect(kinds).toContain(kind);
  expect(found?.devices.map(({ sk }) => sk)).toEqual([
    'RECORD',
    'LOCK',
    'RECORD',
    'REQUEST#1#r',
    'REPAIR#7',
    'WORK#1',
    'MOVEMENT#1',
    'MOVEMENT#2',
  ]);
  const text = JSON.stringify(found);
  expect(text).not.toContain('somebody before');
  expect(text).not.toContain('theirs');
  expect(text).not.toContain('hash of mine');
  expect(text).not.toMatch(/secretHash|SESSION#[^…]/);
});

test('nobody has the id: undefined', async () => {
  expect(await ownerData(sources(), '0f8fad5b-d9cb-469f-a165-70867728950e')).toBeUndefined();
});
