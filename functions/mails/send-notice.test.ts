import { TOTP } from 'otpauth';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type SubscriptionNotice, sendNotice, enqueueAccountNotice, tellStaffLater } from './notices-table';
import { changePassword, setUpTotp, verifyTotp } from '#functions/security/calls';
import { listNotices } from '#functions/testing/notices';
import { impersonating, signedIn, testReason } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';

const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  process.env['MAIL_FROM'] = 'no-reply@example.jp';
  const { TopicArn } = await new SNSClient({}).send(new CreateTopicCommand({ Name: 'staff' }));
  process.env['STAFF_TOPIC_ARN'] = TopicArn;
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const change = async () => {
  const browser = await signedIn(owner);
  expect((await browser.post(changePassword, { newPassword: 'a brand new one' })).status).toBe(200);
};

/** Does what waits; resolves to the receivers of the mails, in order. */
const mailed = async (): Promise<string[]> => {
  services.messages.length = 0;
  await doTasks({ sweep: false });
  return services.messages.map(({ to }) => to).toReversed();
};
const afterPauses = (): void => services.clock.advance(3_600_000);

// ASVS 6.3.7
test('a notice is mailed once, with the time in Japan and advice what to do', async () => {
  await change();
  expect(await mailed()).toEqual([owner.email]);
  expect(services.messages).toEqual([
    {
      channel: 'email',
      to: owner.email,
      subject: '【レボナイザー】パスワードが変更されました',
      text: expect.stringMatching(/日時: 2027年1月\d+日[\s\S]*\/reset-password/),
      plain: expect.stringMatching(/^[^<]*日時: 2027年1月\d+日[^<]*\/reset-password[^<]*$/),
    },
  ]);
  expect(await mailed()).toEqual([]);
  expect(await listNotices()).toEqual([]);
});

test('an impersonation: user and staff get a message, the staff with ids and the reason, no names', async () => {
  await impersonating(services, owner);
  expect(await mailed()).toEqual([owner.email, 'staff']);
  const [staff, user] = services.messages;
  expect(user).toMatchObject({ to: owner.email, subject: '【レボナイザー】管理者による代理ログインがありました' });
  expect(staff).toMatchObject({
    to: 'staff',
    subject: 'Master password used',
    text: expect.stringMatching(new RegExp(`${owner.userId}\n管理者ID: [0-9a-f-]{36}\n理由: ${testReason}\n`)),
  });
  expect(staff?.text).not.toContain(owner.email);
  expect(user?.text).toContain('セキュリティ設定');
});

test('an administrator sets up a second step: the staff hear of it', async () => {
  const email = 'admin@example.jp';
  const browser = await signedIn(await services.createUser({ email, admin: true }));
  const { body } = await browser.post(setUpTotp);
  const code = new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
  expect((await browser.post(verifyTotp, { code })).status).toBe(200);
  expect((await mailed()).toSorted()).toEqual([email, 'staff']);
  const [message] = services.messages.filter(({ to }) => to === 'staff');
  expect(message?.text).toContain('24時間以内');
});

test('SES is down: nothing is lost, and the mail goes out later', async () => {
  await change();
  services.inject((service) => (service === 'ses' ? 'down' : 'pass'));
  expect(await mailed()).toEqual([]);
  services.clearFaults();
  afterPauses();
  expect(await mailed()).toEqual([owner.email]);
});

test('the staff cannot be told for an hour: the user has one mail, and the staff hear once SNS is back', async () => {
  await impersonating(services, owner);
  services.inject((service) => (service === 'sns' ? 'down' : 'pass'));
  expect(await mailed()).toEqual([owner.email]);
  afterPauses();
  expect(await mailed()).toEqual([]);
  services.clearFaults();
  afterPauses();
  expect(await mailed()).toEqual(['staff']);
});

test('the response of SES is lost: the mail comes once more, later', async () => {
  await change();
  services.inject((service) => (service === 'ses' ? 'lost' : 'pass'));
  await mailed();
  services.clearFaults();
  afterPauses();
  expect(await mailed()).toEqual([owner.email]);
});

test('SES drops a mail above its rate: it is sent after a pause, once', async () => {
  await change();
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'ThrottlingException' };
  services.inject((service) =>
    service === 'ses' ? { status: 400, headers, body: '{"message":"Maximum sending rate exceeded."}' } : 'pass',
  );
  expect(await mailed()).toEqual([]);
  services.clearFaults();
  afterPauses();
  expect(await mailed()).toEqual([owner.email]);
});

test('the mail of one user cannot be sent: their later mails wait behind it, those of others do not', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  await enqueueAccountNotice('password-changed', owner);
  await enqueueAccountNotice('phone-changed', owner);
  await enqueueAccountNotice('password-changed', other);
  services.inject((service, _operation, { body }) =>
    service === 'ses' && body.includes(owner.email) ? 'down' : 'pass',
  );
  expect(await mailed()).toEqual([other.email]);
  services.clearFaults();
  afterPauses();
  expect(await mailed()).toEqual([owner.email, owner.email]);
  expect(services.messages.map(({ subject }) => subject)).toEqual([
    '【レボナイザー】電話番号が変更されました',
    '【レボナイザー】パスワードが変更されました',
  ]);
});

test('a message to the staff cannot be sent: others about its shop wait behind it, the rest does not', async () => {
  const about = (text: string, attributes: Record<string, string>) =>
    tellStaffLater.enqueue({ subject: 'Test', text, attributes: { kind: 'test', ...attributes } });
  await about('first of a shop', { customerId: 'cus_1' });
  await about('second of a shop', { customerId: 'cus_1' });
  await about('of another shop', { customerId: 'cus_2' });
  await about('of a document', { documentId: 'in_1' });
  await about('of nothing', {});
  services.inject((service, _operation, { body }) => (service === 'sns' && body.includes('first') ? 'down' : 'pass'));
  await mailed();
  expect(services.messages.map(({ text }) => text).toSorted()).toEqual([
    'of a document',
    'of another shop',
    'of nothing',
  ]);
  services.clearFaults();
  afterPauses();
  await mailed();
  expect(services.messages.map(({ text }) => text)).toEqual(['second of a shop', 'first of a shop']);
});

test('four notices of a kind for one user within a quarter of an hour: three are sent', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  for (let index = 0; index < 4; index += 1) await enqueueAccountNotice('phone-changed', owner);
  await enqueueAccountNotice('password-changed', owner);
  await enqueueAccountNotice('phone-changed', other);
  expect(await mailed()).toHaveLength(5);
  services.clock.advance(15 * 60_000);
  await enqueueAccountNotice('phone-changed', owner);
  expect(await mailed()).toEqual([owner.email]);
  for (let index = 0; index < 4; index += 1) await impersonating(services, owner);
  expect((await mailed()).filter((to) => to === owner.email)).toHaveLength(4);
});

test('a notice is a day old: it is dropped', async () => {
  await change();
  services.clock.advance(86_400_000);
  expect(await mailed()).toEqual([]);
  expect(await listNotices(0)).toEqual([]);
});

test('a notice cannot be enqueued: the change stays', async () => {
  const browser = await signedIn(owner);
  services.inject((_, operation, request) =>
    operation === 'PutItem' && request.body.includes('"send-notice#') ? 'down' : 'pass',
  );
  expect((await browser.post(changePassword, { newPassword: 'a brand new one' })).status).toBe(200);
});

describe('a late payment', () => {
  const at = () => services.clock.now() / 1000;
  const leave = (kind: SubscriptionNotice['kind'], shopName = 'サロン<b>青山</b>') =>
    sendNotice.enqueue(
      {
        id: kind,
        kind,
        userId: owner.userId,
        to: owner.email,
        at: at(),
        expiresAt: at() + 1_000,
        subscription: {
          id: 'sub_1',
          customerId: 'cus_1',
          shopName,
          owed: 18_700,
          endsAt: Date.parse('2027-02-20T10:00:00+09:00') / 1000,
        },
      },
      { id: kind },
    );
  const show = (status: string, readAtMs: number, invoice: string = 'paid') =>
    DynamoDBDocumentClient.from(new DynamoDBClient({})).send(
      new PutCommand({
        TableName: 'users',
        Item: {
          pk: `USER#${owner.userId}`,
          sk: 'SNAPSHOT#cus_1',
          customerId: 'cus_1',
          readAtMs,
          record: {
            subscriptions: [{ id: 'sub_1', status }],
            payment_history: [{ subscription: 'sub_1', status: invoice }],
          },
        },
      }),
    );

  test.each<[SubscriptionNotice['kind'], RegExp]>([
    ['payment-overdue', /2027年2月20日 10:00までにお支払いがない場合/],
    ['ends-in-two-weeks', /2027年2月20日 10:00にご契約は終了します/],
    ['ends-soon', /デバイスをご返却いただく/],
    ['contract-ended', /2027年2月20日をもってご契約が終了しました/],
  ])('%s is told with the shop, the amount, the day of the end and a link', async (kind, words) => {
    await leave(kind);
    expect(await mailed()).toContain(owner.email);
    const mail = services.messages.find(({ to }) => to === owner.email);
    expect(mail?.text).toMatch(words);
    for (const part of ['サロン<b>青山</b>', '18,700円（税込）', '2027年2月20日', '/subscription/sub_1'])
      expect(mail?.text).toContain(part);
    const staff = services.messages.filter(({ to }) => to === 'staff');
    expect(staff).toHaveLength(kind === 'contract-ended' ? 1 : 0);
    if (kind === 'contract-ended')
      expect(staff[0]).toMatchObject({
        subject: 'Subscription ended for late payment',
        text: expect.stringContaining('sub_1'),
      });
  });

  test('paid since: no warning is sent; an older snapshot does not stop it', async () => {
    await leave('payment-overdue');
    await show('active', at() * 1000 + 1);
    expect(await mailed()).toEqual([]);
    expect(await listNotices(0)).toEqual([]);
    await leave('payment-overdue');
    await show('active', at() * 1000);
    expect(await mailed()).toContain(owner.email);
  });

  test('a later invoice was paid, its own invoice is still open: the notice is sent', async () => {
    await leave('payment-overdue');
    await show('active', at() * 1000 + 1, 'failed');
    expect(await mailed()).toContain(owner.email);
  });

  test('a subscription has ended: its notice is sent with any snapshot', async () => {
    await leave('contract-ended', '');
    await show('canceled', at() * 1000 + 1);
    expect(await mailed()).toContain(owner.email);
    expect(services.messages.find(({ to }) => to === owner.email)?.text).not.toContain('店舗:');
  });
});
