import {
  AddPermissionCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import {
  attributesOf,
  bodies,
  client,
  clock,
  create,
  createFifo,
  emulator,
  hide,
  receive,
  remove,
  send,
  testQueues,
  urlOf,
  type Attributes,
} from './testing/queues';

testQueues();

test('a queue is made once, found by its name, and described', async () => {
  const url = await createFifo('tasks.fifo', { VisibilityTimeout: '60', DeduplicationScope: 'messageGroup' });
  expect(url).toBe(urlOf('tasks.fifo'));
  expect(await createFifo('tasks.fifo', { VisibilityTimeout: '60' })).toBe(url);
  expect((await client.send(new GetQueueUrlCommand({ QueueName: 'tasks.fifo' }))).QueueUrl).toBe(url);
  expect(await attributesOf(url, 'All')).toMatchObject({
    QueueArn: 'arn:aws:sqs:ap-northeast-1:000000000000:tasks.fifo',
    VisibilityTimeout: '60',
    MessageRetentionPeriod: '345600',
    MaximumMessageSize: '1048576',
    FifoQueue: 'true',
    DeduplicationScope: 'messageGroup',
    ApproximateNumberOfMessages: '0',
    CreatedTimestamp: String(clock.now() / 1000),
  });
});

test('a deleted queue is gone, and its name taken for a minute', async () => {
  const url = await create('jobs');
  await client.send(new DeleteQueueCommand({ QueueUrl: url }));
  await expect(send(url, 'hello')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  await expect(create('jobs')).rejects.toMatchObject({ name: 'QueueDeletedRecently' });
  clock.advance(60_000);
  expect(await create('jobs')).toBe(url);
});

test.each<[string, Attributes, string]>([
  ['tasks', { FifoQueue: 'true' }, 'InvalidParameterValue'],
  ['tasks.fifo', {}, 'InvalidParameterValue'],
  ['a queue', {}, 'InvalidParameterValue'],
  ['tasks', { DeduplicationScope: 'queue' }, 'InvalidAttributeName'],
  ['tasks', { FifoQueue: 'false' }, 'InvalidAttributeName'],
  ['tasks', { VisibilityTimeout: '43201' }, 'InvalidAttributeValue'],
  ['tasks', { MaximumMessageSize: '1048577' }, 'InvalidAttributeValue'],
  ['tasks', { RedrivePolicy: '{"deadLetterTargetArn":"arn:nowhere","maxReceiveCount":3}' }, 'InvalidAttributeValue'],
  ['tasks', { RedrivePolicy: 'three' }, 'InvalidAttributeValue'],
])('the queue %s with %o is refused: %s', async (name, attributes, error) => {
  await expect(create(name, attributes)).rejects.toMatchObject({ name: error });
});

test('a message is received once until its visibility ends, and not again after its deletion', async () => {
  const url = await create('jobs');
  const sent = await send(url, 'こんにちは');
  const [first] = await receive(url, { VisibilityTimeout: 20 });
  expect(first).toMatchObject({
    MessageId: sent.MessageId,
    Body: 'こんにちは',
    Attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(clock.now()) },
  });
  expect(await bodies(url)).toEqual([]);
  expect(await attributesOf(url, 'All')).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '1',
  });
  clock.advance(20_000);
  const [second] = await receive(url);
  expect(second?.Attributes).toMatchObject({ ApproximateReceiveCount: '2' });
  await remove(url, first); // not the newest receipt: the service takes it, and keeps the message
  clock.advance(30_000);
  const [third] = await receive(url);
  await remove(url, third);
  await remove(url, third);
  clock.advance(30_000);
  expect(await bodies(url)).toEqual([]);
});

test('a message is hidden for twelve hours after its receipt at most', async () => {
  const url = await create('jobs');
  await send(url, 'hello');
  const [message] = await receive(url);
  await hide(url, message, 43_200);
  clock.advance(1000);
  await expect(hide(url, message, 43_200)).rejects.toThrow('Total VisibilityTimeout');
  await hide(url, message, 43_199);
});

test('visibility ends at once when it is set to 0, and cannot be changed then', async () => {
  const url = await create('jobs');
  await send(url, 'hello');
  const [message] = await receive(url);
  await hide(url, message, 0);
  await expect(hide(url, message, 5)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  expect(await bodies(url)).toEqual(['hello']);
  const other = { ReceiptHandle: 'anything' };
  await expect(remove(url, other)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
});

test('a message has text that XML can have', async () => {
  const url = await create('jobs');
  await expect(send(url, 'a\u0000b')).rejects.toMatchObject({ name: 'InvalidMessageContents' });
  await expect(send(url, '')).rejects.toThrow('MessageBody');
});

test('a batch succeeds and fails one by one; wrong batches are refused whole', async () => {
  const url = await create('jobs');
  const sendBatch = (...Entries: { Id: string; MessageBody: string }[]) =>
    client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  const one = { Id: '1', MessageBody: 'one' };
  expect(await sendBatch(one, { Id: '2', MessageBody: 'a\u0000b' })).toMatchObject({
    Successful: [{ Id: '1' }],
    Failed: [{ Id: '2', SenderFault: true, Code: 'InvalidMessageContents' }],
  });
  await expect(sendBatch()).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
  await expect(sendBatch(one, one)).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
  await expect(sendBatch({ Id: 'a b', MessageBody: 'x' })).rejects.toMatchObject({ name: 'InvalidBatchEntryId' });
  const many = Array.from({ length: 11 }, (_, index) => ({ Id: String(index), MessageBody: 'x' }));
  await expect(sendBatch(...many)).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
  const big = (Id: string) => ({ Id, MessageBody: 'x'.repeat(600_000) });
  await expect(sendBatch(big('1'), big('2'))).rejects.toMatchObject({ name: 'BatchRequestTooLong' });
});

test('a purged queue is empty, and is purged once a minute', async () => {
  const url = await create('jobs');
  await send(url, 'hello');
  const purge = () => client.send(new PurgeQueueCommand({ QueueUrl: url }));
  await purge();
  expect(await bodies(url)).toEqual([]);
  await expect(purge()).rejects.toMatchObject({ name: 'PurgeQueueInProgress' });
  clock.advance(60_000);
  await purge();
});

test('a message ends after its retention', async () => {
  const url = await create('jobs', { MessageRetentionPeriod: '60' });
  await send(url, 'hello');
  clock.advance(60_000);
  expect(await bodies(url)).toEqual([]);
});

test('what is not supported is refused by name', async () => {
  const url = await create('jobs');
  await expect(
    client.send(new AddPermissionCommand({ QueueUrl: url, Label: 'x', AWSAccountIds: ['1'], Actions: ['*'] })),
  ).rejects.toThrow('AddPermission is not supported');
  await expect(
    send(url, 'x', { MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } } }),
  ).rejects.toThrow('MessageAttributes');
  await expect(
    client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['Color' as 'All'] })),
  ).rejects.toMatchObject({ name: 'InvalidAttributeName' });
});

test('watchers hear of each change until they stop', async () => {
  let heard = 0;
  const stopWatching = emulator.watch(() => void (heard += 1));
  const url = await create('jobs');
  await send(url, 'hello');
  await attributesOf(url, 'All');
  stopWatching();
  await send(url, 'again');
  expect(heard).toBe(2);
});

test('a batch demands the permission of its single operation, on the queue', () => {
  const demands = (operation: string, body: object) =>
    emulator.demandsOf(
      {
        method: 'POST',
        url: '/',
        headers: { 'x-amz-target': `AmazonSQS.${operation}` },
        body: Buffer.from(JSON.stringify(body)),
      },
      { region: 'ap-northeast-1', account: '000000000000', arnOf: () => undefined },
    );
  const resource = 'arn:aws:sqs:ap-northeast-1:000000000000:jobs';
  expect(demands('SendMessageBatch', { QueueUrl: 'http://x/000000000000/jobs' })).toEqual([
    { action: 'sqs:SendMessage', resource },
  ]);
  expect(demands('GetQueueUrl', { QueueName: 'jobs' })).toEqual([{ action: 'sqs:GetQueueUrl', resource }]);
  expect(demands('StartMessageMoveTask', { SourceArn: resource })).toEqual([
    { action: 'sqs:StartMessageMoveTask', resource },
  ]);
});
