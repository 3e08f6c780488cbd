import { ListMessageMoveTasksCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import {
  arnOf,
  bodies,
  client,
  clock,
  create,
  createFifo,
  createPair,
  emulator,
  hide,
  receive,
  remove,
  send,
  sendTo,
  startAgain,
  testQueues,
  urlOf,
} from './testing/queues';

testQueues();

test('FIFO: a message whose visibility ended comes again before the later ones of its group', async () => {
  const url = await createFifo();
  for (const name of ['a1', 'a2']) await sendTo(url, name);
  const [a1] = await receive(url, { MaxNumberOfMessages: 1 });
  await hide(url, a1, 100);
  clock.advance(99_000);
  expect(await bodies(url)).toEqual([]);
  expect(emulator.nextAt('tasks.fifo')).toBe(clock.now() + 1000);
  clock.advance(1000);
  expect(await bodies(url, 1)).toEqual(['a1']);
  await expect(remove(url, a1)).rejects.toThrow('The receipt handle has expired');
});

test('FIFO: for five minutes the same id is accepted and not delivered, also after a deletion', async () => {
  const url = await createFifo();
  const first = await sendTo(url, 'a1');
  const [a1] = await receive(url);
  await remove(url, a1);
  clock.advance(299_000);
  expect(await sendTo(url, 'a1')).toMatchObject({ MessageId: first.MessageId, SequenceNumber: first.SequenceNumber });
  expect(await bodies(url)).toEqual([]);
  clock.advance(1000);
  const second = await sendTo(url, 'a1');
  expect(BigInt(second.SequenceNumber ?? 0)).toBeGreaterThan(BigInt(first.SequenceNumber ?? 0));
  expect(await bodies(url)).toEqual(['a1']);
});

test('FIFO: the id may hold for each group alone', async () => {
  const limit = { FifoThroughputLimit: 'perMessageGroupId' };
  await expect(createFifo('grouped.fifo', limit)).rejects.toMatchObject({ name: 'InvalidAttributeValue' });
  const grouped = await createFifo('grouped.fifo', { ...limit, DeduplicationScope: 'messageGroup' });
  for (const MessageGroupId of ['a', 'b', 'a'])
    await send(grouped, MessageGroupId, { MessageGroupId, MessageDeduplicationId: 'same' });
  expect(await bodies(grouped)).toEqual(['a', 'b']);
});

test('FIFO: a group has letters and punctuation alone; a standard queue takes no id', async () => {
  const url = await createFifo();
  await expect(send(url, 'x', { MessageGroupId: 'a b', MessageDeduplicationId: '1' })).rejects.toThrow('punctuation');
  await expect(send(await create('jobs'), 'x', { MessageDeduplicationId: '1' })).rejects.toThrow('queue type');
});

test('a task of moving needs dead letters whose source is known, or a destination of their type', async () => {
  const [url, deadLetters] = await createPair();
  const move = async (from: string, DestinationArn?: string) =>
    client.send(new StartMessageMoveTaskCommand({ SourceArn: await arnOf(from), DestinationArn }));
  await expect(move(url)).rejects.toThrow('configured as a Dead Letter Queue');
  await expect(move(deadLetters, 'arn:nowhere')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(move(deadLetters, await arnOf(await create('jobs')))).rejects.toThrow('same type');
  await sendTo(deadLetters, 'a1');
  await move(deadLetters);
  const list = new ListMessageMoveTasksCommand({ SourceArn: await arnOf(deadLetters) });
  expect((await client.send(list)).Results).toMatchObject([
    { Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource', ApproximateNumberOfMessagesMoved: 0 },
  ]);
  await move(deadLetters, await arnOf(url));
  expect(await bodies(url)).toEqual(['a1']);
});

test('messages, their receipts and the ids of five minutes survive a killed process; a reset forgets all', async () => {
  await createPair();
  for (const name of ['a1', 'a2', 'b1']) await sendTo(urlOf('tasks.fifo'), name);
  const [a1] = await receive(urlOf('tasks.fifo'), { MaxNumberOfMessages: 1 });
  await startAgain();
  const url = urlOf('tasks.fifo');
  await sendTo(url, 'a1');
  expect(await bodies(url)).toEqual(['b1']);
  await remove(url, a1);
  expect(await bodies(url)).toEqual(['a2']);
  await startAgain();
  clock.advance(30_000);
  await sendTo(urlOf('tasks.fifo'), 'c1');
  expect(await bodies(urlOf('tasks.fifo'))).toEqual(['a2', 'b1', 'c1']);
  await emulator.reset();
  await expect(sendTo(urlOf('dead.fifo'), 'x')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  expect(emulator.depths()).toEqual({});
});
