import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTopicCommand,
  GetSMSAttributesCommand,
  ListSubscriptionsCommand,
  PublishCommand,
  SNSClient,
  SubscribeCommand,
  TagResourceCommand,
} from '@aws-sdk/client-sns';
import { type OutgoingMessage, serve, type Served, StillClock } from '../../platform/index';
import { createSnsEmulator, type SnsEmulator } from './create-sns-emulator';

const clock = new StillClock(Date.parse('2027-01-10T03:00:00Z'));
let sent: OutgoingMessage[];
let journalPath: string;
let emulator: SnsEmulator;
let served: Served;
let client: SNSClient;

const start = async (): Promise<void> => {
  emulator = await createSnsEmulator({ clock, journalPath, outbox: async (message) => void sent.push(message) });
  served = await serve(emulator);
  client = new SNSClient({ endpoint: served.url, maxAttempts: 1 });
};
const stop = async (): Promise<void> => {
  client.destroy();
  await served.close();
  await emulator.close();
};
const createTopic = async (Name = 'staff') => (await client.send(new CreateTopicCommand({ Name }))).TopicArn ?? '';

beforeEach(async () => {
  sent = [];
  journalPath = join(await mkdtemp(join(tmpdir(), 'sns-')), 'journal');
  await start();
});
afterEach(stop);

test('creating a topic twice returns the same topic', async () => {
  const TopicArn = await createTopic();
  expect(TopicArn).toBe('arn:aws:sns:ap-northeast-1:000000000000:staff');
  expect(await createTopic()).toBe(TopicArn);
  const missing = client.send(new PublishCommand({ TopicArn: `${TopicArn}s`, Message: 'x' }));
  await expect(missing).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('a mail address gets no message until the link of its confirmation mail is opened', async () => {
  const TopicArn = await createTopic();
  const subscribed = await client.send(
    new SubscribeCommand({ TopicArn, Protocol: 'email', Endpoint: 'staff@example.jp' }),
  );
  expect(subscribed.SubscriptionArn).toBe('pending confirmation');
  const list = async () =>
    (await client.send(new ListSubscriptionsCommand({}))).Subscriptions?.[0]?.SubscriptionArn ?? '';
  expect(await list()).toBe('PendingConfirmation');
  const link = /http\S+/.exec(sent.pop()?.text ?? '')?.[0] ?? '';
  expect((await fetch(link)).status).toBe(200);
  expect(await list()).toMatch(/^arn:aws:sns:.*:staff:/);
  const { MessageId } = await client.send(
    new PublishCommand({ TopicArn, Subject: '交換の依頼', Message: 'SN-001 <至急> & "確認"\r\n2行目' }),
  );
  expect(sent).toEqual([
    { channel: 'email', to: 'staff@example.jp', subject: '交換の依頼', text: 'SN-001 <至急> & "確認"\r\n2行目' },
  ]);
  expect(emulator.published()).toEqual([
    expect.objectContaining({ id: MessageId, topic: TopicArn, subject: '交換の依頼', at: clock.now() }),
  ]);
});

test('a message to a topic without subscribers reaches the outbox under the topic’s name', async () => {
  await client.send(new PublishCommand({ TopicArn: await createTopic(), Message: 'nobody listens' }));
  expect(sent).toEqual([
    { channel: 'email', to: 'staff', subject: 'AWS Notification Message', text: 'nobody listens' },
  ]);
});

test.each([
  ['an empty message', { Message: '' }],
  ['a subject of two lines', { Message: 'x', Subject: 'a\nb' }],
  ['a message to a number', { Message: 'x', PhoneNumber: '+819012345678' }],
])('refuses %s', async (_what, input) => {
  const TopicArn = await createTopic();
  await expect(client.send(new PublishCommand({ TopicArn, ...input }))).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(sent).toEqual([]);
});

test('the account’s SMS attributes are those of a new account', async () => {
  expect((await client.send(new GetSMSAttributesCommand({}))).attributes).toEqual({ MonthlySpendLimit: '1' });
});

test('topics and subscriptions survive a restart; a reset removes them', async () => {
  const TopicArn = await createTopic();
  await client.send(new PublishCommand({ TopicArn, Message: 'kept' }));
  await stop();
  await start();
  expect(emulator.published()).toMatchObject([{ message: 'kept' }]);
  await client.send(new PublishCommand({ TopicArn, Message: 'more' }));
  await emulator.reset();
  expect(emulator.published()).toEqual([]);
  await expect(client.send(new PublishCommand({ TopicArn, Message: 'x' }))).rejects.toThrow('Topic does not exist');
});

test('an unsupported operation or parameter is refused by its name, an unsigned request too', async () => {
  const TopicArn = await createTopic();
  await expect(client.send(new TagResourceCommand({ ResourceArn: TopicArn, Tags: [] }))).rejects.toThrow(/TagResource/);
  await expect(client.send(new SubscribeCommand({ TopicArn, Protocol: 'lambda', Endpoint: 'arn' }))).rejects.toThrow(
    /lambda/,
  );
  await expect(
    client.send(new CreateTopicCommand({ Name: 'other', Attributes: { FifoTopic: 'true' } })),
  ).rejects.toThrow(/FifoTopic/);
  await expect(client.send(new PublishCommand({ TopicArn, Message: 'x', MessageGroupId: 'group' }))).rejects.toThrow(
    /MessageGroupId/,
  );
  expect((await fetch(served.url, { method: 'POST', body: 'Action=ListSubscriptions' })).status).toBe(403);
});
