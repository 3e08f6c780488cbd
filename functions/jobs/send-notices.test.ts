import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Fault } from '../../local/testing/functions';
import { enqueueNotice, type LateNoticeKind } from '../adapters/users-table/notices';
import { enqueueAccountNotice } from '../domain/notices/enqueue-account-notice';
import { changePassword } from '../api/security/calls';
import { runJob } from '../testing/run-job';
import { impersonating, signedIn, testReason } from '../testing/signed-in';
import { startSignInServices } from '../testing/sign-in-services';
import type { TestUser } from '../testing/user-pool';
import { testServices } from '../testing/test-services';
import { handler } from './send-notices';

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
  expect(
    (await browser.post(changePassword, { currentPassword: owner.password, newPassword: 'a brand new one' })).status,
  ).toBe(200);
};

test('a notice is mailed once, with the time in Japan and advice what to do', async () => {
  await change();
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  expect(services.messages).toEqual([
    {
      channel: 'email',
      to: owner.email,
      subject: '【レボナイザー】パスワードが変更されました',
      text: expect.stringMatching(/日時: 2027年1月\d+日[\s\S]*\/reset-password/),
      plain: expect.stringMatching(/^[^<]*日時: 2027年1月\d+日[^<]*\/reset-password[^<]*$/),
    },
  ]);
  expect(await runJob(handler)).toEqual({ sent: 0, failed: 0 });
  expect((await services.items('users')).filter(({ pk }) => pk === 'NOTICES')).toEqual([]);
});

test('two concurrent runs: one sends it', async () => {
  await change();
  const runs = await Promise.all([runJob(handler), runJob(handler)]);
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
  expect(services.messages).toHaveLength(1);
});

test('an impersonation: user and staff get a message, the staff with ids and the reason, no names', async () => {
  await impersonating(services, owner);
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
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

test('SES is down: nothing is lost, the run fails, and a later one sends it', async () => {
  await change();
  services.inject((service) => (service === 'ses' ? 'down' : 'pass'));
  await expect(runJob(handler)).rejects.toThrow('1 failed');
  services.clearFaults();
  services.clock.advance(300_000);
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  expect(services.messages).toHaveLength(1);
});

test('the staff cannot be told for an hour: the user has one mail, and the staff hear once SNS is back', async () => {
  await impersonating(services, owner);
  services.messages.length = 0;
  services.inject((service) => (service === 'sns' ? 'down' : 'pass'));
  for (let run = 0; run < 12; run += 1) {
    await expect(runJob(handler)).rejects.toThrow('1 failed');
    services.clock.advance(300_000);
  }
  expect(services.messages.map(({ to }) => to)).toEqual([owner.email]);
  services.clearFaults();
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  expect(services.messages.map(({ to }) => to).toSorted()).toEqual([owner.email, 'staff']);
});

test('the response of SES is lost: it is not repeated at once, and a later run mails once more', async () => {
  await change();
  services.inject((service) => (service === 'ses' ? 'lost' : 'pass'));
  await expect(runJob(handler)).rejects.toThrow('1 failed');
  expect(services.messages).toHaveLength(1);
  services.clearFaults();
  services.clock.advance(300_000);
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  expect(services.messages).toHaveLength(2);
});

test('SES drops mails above its rate: they are sent again within the run, each once', async () => {
  await change();
  let dropped = 0;
  services.inject((service): Fault => {
    if (service !== 'ses' || dropped === 3) return 'pass';
    dropped += 1;
    const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'ThrottlingException' };
    return { status: 400, headers, body: '{"message":"Maximum sending rate exceeded."}' };
  });
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  expect(services.messages).toHaveLength(1);
});

test('one user has many notices waiting: another user is told in the same run, among the first', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  for (let index = 0; index < 60; index += 1)
    await enqueueAccountNotice('impersonation-began', { userId: owner.userId, email: owner.email });
  services.clock.advance(1000);
  await enqueueAccountNotice('password-changed', { userId: other.userId, email: other.email });
  expect(await runJob(handler)).toEqual({ sent: 61, failed: 0 });
  const receivers = services.messages.filter(({ to }) => to !== 'staff').map(({ to }) => to);
  expect(receivers.toReversed().indexOf(other.email)).toBeLessThan(10);
});

test('four notices of a kind for one user: three wait; those of another kind or user are not counted', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  for (let index = 0; index < 4; index += 1) await enqueueAccountNotice('phone-changed', owner);
  await enqueueAccountNotice('password-changed', owner);
  await enqueueAccountNotice('phone-changed', other);
  expect(await runJob(handler)).toEqual({ sent: 5, failed: 0 });
  await enqueueAccountNotice('phone-changed', owner);
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
});

test('the time of a run is over: the rest waits for the next one', async () => {
  await change();
  expect(await handler({}, { getRemainingTimeInMillis: () => 0 })).toEqual({ sent: 0, failed: 0 });
  expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
});

test('a notice is a day old: it is dropped', async () => {
  await change();
  services.clock.advance(86_400_000);
  expect(await runJob(handler)).toEqual({ sent: 0, failed: 0 });
});

test('a notice cannot be enqueued: the change stays', async () => {
  const browser = await signedIn(owner);
  services.inject((_, operation, request) =>
    operation === 'PutItem' && request.body.includes('"NOTICES"') ? 'down' : 'pass',
  );
  expect(
    (await browser.post(changePassword, { currentPassword: owner.password, newPassword: 'a brand new one' })).status,
  ).toBe(200);
});

describe('a late payment', () => {
  const at = () => services.clock.now() / 1000;
  const leave = (kind: LateNoticeKind, shopName = 'サロン<b>青山</b>') =>
    enqueueNotice({
      id: kind,
      kind,
      userId: owner.userId,
      to: owner.email,
      at: at(),
      expiresAt: at() + 1_000,
      contract: {
        subscriptionId: 'sub_1',
        customerId: 'cus_1',
        shopName,
        owed: 18_700,
        endsAt: Date.parse('2027-02-20T10:00:00+09:00') / 1000,
      },
    });
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

  test.each<[LateNoticeKind, RegExp]>([
    ['payment-overdue', /2027年2月20日 10:00までにお支払いがない場合/],
    ['ends-in-two-weeks', /2027年2月20日 10:00にご契約は終了します/],
    ['ends-in-three-days', /デバイスをご返却いただく/],
    ['contract-ended', /2027年2月20日をもってご契約を終了しました/],
  ])('%s is told with the shop, the amount, the day of the end and a link', async (kind, words) => {
    await leave(kind);
    expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
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
    expect(await runJob(handler)).toEqual({ sent: 0, failed: 0 });
    expect((await services.items('users')).filter(({ pk }) => pk === 'NOTICES')).toEqual([]);
    await leave('payment-overdue');
    await show('active', at() * 1000);
    expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  });

  test('a later invoice was paid, its own invoice is still open: the notice is sent', async () => {
    await leave('payment-overdue');
    await show('active', at() * 1000 + 1, 'failed');
    expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
  });

  test('a subscription has ended: its notice is sent with any snapshot', async () => {
    await leave('contract-ended', '');
    await show('canceled', at() * 1000 + 1);
    expect(await runJob(handler)).toEqual({ sent: 1, failed: 0 });
    expect(services.messages.find(({ to }) => to === owner.email)?.text).not.toContain('店舗:');
  });
});

test('10,000 notices wait: all are mailed within three runs at the 14 mails a second of a new account', async () => {
  // A model of one to fifty: 200 notices, and a clock that goes fifty times as far with each mail.
  const [scale, rate] = [50, 14];
  const now = services.clock.now() / 1000;
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for (let from = 0; from < 200; from += 25) {
    const items = Array.from({ length: 25 }, (_, offset) => {
      const id = `n-${from + offset}`;
      const about = { id, userId: `user-${id}`, to: `${id}@example.jp`, kind: 'password-changed' };
      return { pk: 'NOTICES', sk: id, ...about, at: now, expiresAt: now + 86_400 };
    });
    const RequestItems = { users: items.map((Item) => ({ PutRequest: { Item } })) };
    await documents.send(new BatchWriteCommand({ RequestItems }));
  }
  services.inject((service): Fault => {
    if (service === 'ses') services.clock.advance((scale * 1000) / rate);
    return 'pass';
  });
  const runs: number[] = [];
  while (runs.length < 5 && services.messages.length < 200) runs.push((await runJob(handler)).sent);
  expect(runs.length).toBeLessThanOrEqual(3);
  expect(new Set(services.messages.map(({ to }) => to)).size).toBe(200);
  expect((services.clock.now() / 1000 - now) / 60).toBeLessThan(15);
});

test('ten thousand late payments wait: a notice about an account goes first, and several at a time', async () => {
  const now = services.clock.now() / 1000;
  const contract = { subscriptionId: 'sub_1', customerId: 'cus_1', shopName: '青山店', owed: 1, endsAt: now };
  const late = (index: number) =>
    enqueueNotice({
      kind: 'payment-overdue',
      contract,
      id: `late-${index}`,
      userId: `user-${index}`,
      to: `${index}@example.jp`,
      at: now - 3600,
      expiresAt: now + 3600,
    });
  await Promise.all(Array.from({ length: 40 }, (_, index) => late(index)));
  await change();
  let [running, most] = [0, 0];
  let release = () => {};
  const all = new Promise<void>((resolve) => void (release = resolve));
  services.inject(async (service): Promise<Fault> => {
    if (service !== 'ses') return 'pass';
    running += 1;
    most = Math.max(most, running);
    if (running === 10) release();
    await all;
    running -= 1;
    return 'pass';
  });
  expect(await runJob(handler)).toEqual({ sent: 41, failed: 0 });
  expect(services.messages.slice(-10).map(({ to }) => to)).toContain(owner.email);
  expect(most).toBe(10);
});
