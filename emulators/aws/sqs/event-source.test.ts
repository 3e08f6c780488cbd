import { ChangeMessageVisibilityCommand, CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { serve, type Served, StillClock } from '../../platform/index';
import { createSqsEmulator, type SqsEmulator } from './create-sqs-emulator';
import { deliverBatch, failedIds } from './event-source';

const clock = new StillClock(Date.parse('2027-01-10T03:00:00Z'));
const queueArn = 'arn:aws:sqs:ap-northeast-1:000000000000:tasks.fifo';
let emulator: SqsEmulator;
let served: Served;
let client: SQSClient;
let queueUrl: string;

beforeAll(async () => {
  emulator = await createSqsEmulator({ clock });
  served = await serve(emulator);
  client = new SQSClient({ endpoint: served.url });
});
afterAll(async () => {
  client.destroy();
  await served.close();
});
beforeEach(async () => {
  await emulator.reset();
  const Attributes = { FifoQueue: 'true', VisibilityTimeout: '60' };
  ({ QueueUrl: queueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: 'tasks.fifo', Attributes })));
  for (const name of ['a1', 'b1', 'a2'])
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: name,
        MessageGroupId: name.slice(0, 1),
        MessageDeduplicationId: name,
      }),
    );
});

const deliver = (invoke: (event: SQSEvent) => unknown, more: { batchSize?: number; reportsFailures?: boolean } = {}) =>
  deliverBatch({
    client,
    queueUrl,
    queueArn,
    reportsFailures: true,
    invoke: async (event) => invoke(event),
    ...more,
  });
const depth = () => emulator.depths()['tasks.fifo'];

test('a function gets the messages as Lambda hands them over, and what succeeded is deleted', async () => {
  const events: SQSEvent[] = [];
  expect(await deliver((event) => void events.push(event), { batchSize: 1 })).toEqual({ received: 1 });
  expect(events).toMatchObject([
    {
      Records: [
        {
          messageId: expect.stringMatching(/^[\da-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: 'a1',
          attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'a', SentTimestamp: String(clock.now()) },
          messageAttributes: {},
          md5OfBody: '8a8bb7cd343aa2ad99b7d762030857a2',
          eventSource: 'aws:sqs',
          eventSourceARN: queueArn,
          awsRegion: 'ap-northeast-1',
        },
      ],
    },
  ]);
  expect(depth()).toEqual({ waiting: 2, inFlight: 0, deadLetters: 0 });
});

test('what the function names as failed stays in flight, and comes again after its visibility', async () => {
  await deliver(({ Records }) => ({ batchItemFailures: [{ itemIdentifier: Records[1]?.messageId }] }));
  expect(depth()).toEqual({ waiting: 0, inFlight: 1, deadLetters: 0 });
  expect(await deliver(() => undefined)).toEqual({ received: 0 });
  clock.advance(60_000);
  const bodies: string[] = [];
  await deliver(({ Records }) => void bodies.push(...Records.map(({ body }) => body)));
  expect(bodies).toEqual(['b1']);
});

test('a function may set when what failed comes again', async () => {
  await deliver(
    async ({ Records: [record] }) => {
      const ReceiptHandle = record?.receiptHandle;
      await client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: 5 }),
      );
      throw new Error('later');
    },
    { batchSize: 1 },
  );
  clock.advance(5000);
  const bodies: string[] = [];
  await deliver(({ Records }) => void bodies.push(...Records.map(({ body }) => body)));
  expect(bodies).toEqual(['a1', 'b1', 'a2']);
});

test('a function that throws fails the whole batch; one that does not report deletes it', async () => {
  const failure = new Error('broken');
  const broken = () => {
    throw failure;
  };
  expect(await deliver(broken)).toEqual({ received: 3, failure });
  expect(depth()).toEqual({ waiting: 0, inFlight: 3, deadLetters: 0 });
  clock.advance(60_000);
  await deliver(({ Records }) => ({ batchItemFailures: [{ itemIdentifier: Records[0]?.messageId }] }), {
    reportsFailures: false,
  });
  expect(depth()).toEqual({ waiting: 0, inFlight: 0, deadLetters: 0 });
});

test.each<[string, unknown, string[]]>([
  ['nothing', undefined, []],
  ['null', null, []],
  ['an empty object', {}, []],
  ['an empty list', { batchItemFailures: [] }, []],
  ['no list', { batchItemFailures: null }, []],
  ['one message', { batchItemFailures: [{ itemIdentifier: 'b' }] }, ['b']],
  ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }, ['a', 'b']],
  ['no id', { batchItemFailures: [{ itemIdentifier: null }] }, ['a', 'b']],
  ['another key', { batchItemFailures: [{ id: 'a' }] }, ['a', 'b']],
  ['another message', { batchItemFailures: [{ itemIdentifier: 'c' }] }, ['a', 'b']],
  ['a text', 'done', ['a', 'b']],
])('a response with %s means', (_, response, failed) => {
  expect(failedIds(response, ['a', 'b'])).toEqual(failed);
});
