import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type CreateQueueCommandInput,
  type Message,
  type QueueAttributeName,
  type ReceiveMessageCommandInput,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { serve, type Served, StillClock } from '../../../platform/index';
import { createSqsEmulator, type SqsEmulator } from '../create-sqs-emulator';

export const clock = new StillClock(Date.parse('2027-01-10T03:00:00Z'));
let journalPath: string;
let served: Served;
export let emulator: SqsEmulator;
export let client: SQSClient;

const start = async (): Promise<void> => {
  emulator = await createSqsEmulator({ clock, journalPath });
  served = await serve(emulator);
  client = new SQSClient({ endpoint: served.url, maxAttempts: 1 });
};
const stop = async (): Promise<void> => {
  client.destroy();
  await served.close();
  await emulator.close();
};
/** Another process reads what was written so far; the old one never closed its journal before. */
export const startAgain = async (): Promise<void> => {
  const killed = { emulator, client };
  await served.close();
  await start();
  killed.client.destroy();
  await killed.emulator.close();
};

/** The emulator, new for each test; call it once in a test file. */
export function testQueues(): void {
  beforeEach(async () => {
    journalPath = join(await mkdtemp(join(tmpdir(), 'sqs-')), 'journal');
    await start();
  });
  afterEach(stop);
}

export type Attributes = CreateQueueCommandInput['Attributes'];
export const urlOf = (name: string): string => `${served.url}/000000000000/${name}`;
export const create = async (QueueName: string, Attributes?: Attributes): Promise<string> =>
  (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
export const createFifo = (name = 'tasks.fifo', attributes?: Attributes): Promise<string> =>
  create(name, { FifoQueue: 'true', ...attributes });
export const send = (QueueUrl: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
/** To a FIFO queue: `a1` is the first message of the group `a`. */
export const sendTo = (QueueUrl: string, name: string) =>
  send(QueueUrl, name, { MessageGroupId: name.slice(0, 1), MessageDeduplicationId: name });
export const receive = async (QueueUrl: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
  const input = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All' as const], ...more };
  return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
};
export const bodies = async (queueUrl: string, most = 10): Promise<(string | undefined)[]> =>
  (await receive(queueUrl, { MaxNumberOfMessages: most })).map(({ Body }) => Body);
export const remove = (QueueUrl: string, message: Message | undefined) =>
  client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }));
export const hide = (QueueUrl: string, message: Message | undefined, VisibilityTimeout: number) =>
  client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout }),
  );
export const attributesOf = async (QueueUrl: string, ...AttributeNames: QueueAttributeName[]) =>
  (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {};
export const arnOf = async (queueUrl: string): Promise<string> =>
  (await attributesOf(queueUrl, 'QueueArn')).QueueArn ?? '';
/** A queue that gives messages up after their second receipt, and the queue where they go. */
export const createPair = async (): Promise<[queue: string, deadLetters: string]> => {
  const deadLetters = await createFifo('dead.fifo');
  const policy = { deadLetterTargetArn: await arnOf(deadLetters), maxReceiveCount: 2 };
  return [await createFifo('tasks.fifo', { RedrivePolicy: JSON.stringify(policy) }), deadLetters];
};
