import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { same, type Fact, type FactService, readUntil } from '../../../platform/facts';
import { openSandbox, receive, refusalOf, send, textsOf, type QueueSandbox } from './sqs-sandbox';

const guide = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide';
const api = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference';

/** Hides a message for this many seconds from now. */
const hide = ({ client, queue }: QueueSandbox, message: Message | undefined, VisibilityTimeout: number) =>
  client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queue,
      ReceiptHandle: message?.ReceiptHandle,
      VisibilityTimeout,
    }),
  );
const remove = ({ client, queue }: QueueSandbox, message: Message | undefined) =>
  client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: message?.ReceiptHandle }));

/** Receives the first message twice without success, and then what comes after it. */
async function giveUp(sandbox: QueueSandbox): Promise<Message[]> {
  for (let time = 0; time < 2; time += 1) {
    const [message] = await receive(sandbox, sandbox.queue, 1);
    await hide(sandbox, message, 0);
  }
  return receive(sandbox, sandbox.queue);
}

const orderFacts: readonly Fact<QueueSandbox>[] = [
  {
    id: 'a-group-in-flight-waits',
    says: 'While a message of a group is in flight, no other one of that group is received; other groups go on.',
    page: `${guide}/FIFO-queues-understanding-logic.html`,
    async check(sandbox) {
      for (const name of ['a1', 'a2', 'b1']) await send(sandbox, name);
      const [first] = await receive(sandbox, sandbox.queue, 1);
      same('the first', 'a1', first?.Body);
      same('meanwhile', ['b1'], textsOf(await receive(sandbox, sandbox.queue)));
      await remove(sandbox, first);
      same('after its deletion', ['a2'], textsOf(await receive(sandbox, sandbox.queue)));
    },
  },
  {
    id: 'visible-again-comes-first',
    says: 'A message that is visible again is received before the later ones of its group, and counts its receipts.',
    page: `${api}/API_ChangeMessageVisibility.html`,
    async check(sandbox) {
      for (const name of ['a1', 'a2']) await send(sandbox, name);
      const [first] = await receive(sandbox, sandbox.queue, 1);
      await hide(sandbox, first, 0);
      const [again] = await receive(sandbox, sandbox.queue, 1);
      same('the next', ['a1', '2'], [again?.Body, again?.Attributes?.ApproximateReceiveCount]);
    },
  },
  {
    id: 'an-older-receipt',
    says: 'A FIFO queue refuses to delete a message by a receipt whose visibility has ended.',
    page: `${api}/API_DeleteMessage.html`,
    async check(sandbox) {
      await send(sandbox, 'a1');
      const [first] = await receive(sandbox, sandbox.queue);
      await hide(sandbox, first, 0);
      same('the refusal', 'InvalidParameterValue', await refusalOf(remove(sandbox, first)));
      same('the message', ['a1'], textsOf(await receive(sandbox, sandbox.queue)));
    },
  },
  {
    id: 'the-same-id-once',
    says: 'An id of deduplication sent again within five minutes is accepted and not delivered, also after a deletion.',
    page: `${guide}/using-messagededuplicationid-property.html`,
    async check(sandbox) {
      const first = await send(sandbox, 'a1');
      const [message] = await receive(sandbox, sandbox.queue);
      await remove(sandbox, message);
      same('the id', first.MessageId, (await send(sandbox, 'a1')).MessageId);
      await send(sandbox, 'a2');
      same('what comes', ['a2'], textsOf(await receive(sandbox, sandbox.queue)));
    },
  },
];

const deadLetterFacts: readonly Fact<QueueSandbox>[] = [
  {
    id: 'too-many-receipts',
    says: 'After maxReceiveCount receipts a message is given up under its own id, and the next of its group follows.',
    page: `${guide}/sqs-configure-dead-letter-queue-redrive.html`,
    async check(sandbox) {
      const { MessageId } = await send(sandbox, 'a1');
      await send(sandbox, 'a2');
      same('what follows', ['a2'], textsOf(await giveUp(sandbox)));
      const [dead] = await receive(sandbox, sandbox.deadLetters);
      const { MessageGroupId, MessageDeduplicationId } = dead?.Attributes ?? {};
      same('the dead letter', ['a1', MessageId, 'a'], [dead?.Body, dead?.MessageId, MessageGroupId]);
      same('its id of deduplication', MessageId, MessageDeduplicationId);
    },
  },
  {
    id: 'dead-letters-go-back',
    says: 'A task of moving without destination takes dead letters of a FIFO queue back to it, as new messages.',
    page: `${api}/API_StartMessageMoveTask.html`,
    async check(sandbox) {
      const { client, deadLettersArn: SourceArn } = sandbox;
      const { MessageId } = await send(sandbox, 'a1');
      await giveUp(sandbox);
      await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
      const tasks = () => client.send(new ListMessageMoveTasksCommand({ SourceArn }));
      const { Results: [task] = [] } = await readUntil(tasks, ({ Results }) => Results?.[0]?.Status !== 'RUNNING', 30);
      same('the task', ['COMPLETED', 1], [task?.Status, task?.ApproximateNumberOfMessagesMoved]);
      const [again] = await receive(sandbox, sandbox.queue);
      same('the message', ['a1', '1'], [again?.Body, again?.Attributes?.ApproximateReceiveCount]);
      same('a new one', true, again?.MessageId !== MessageId);
    },
  },
  {
    id: 'dead-letters-of-the-same-type',
    says: 'A queue whose dead-letter queue is of the other type is refused.',
    page: `${guide}/sqs-dead-letter-queues.html`,
    async check({ client, queueName, deadLettersArn }) {
      const policy = { deadLetterTargetArn: deadLettersArn, maxReceiveCount: 2 };
      const command = new CreateQueueCommand({
        QueueName: queueName.replace('.fifo', '-standard'),
        Attributes: { RedrivePolicy: JSON.stringify(policy) },
      });
      same('refused', true, (await refusalOf(client.send(command))) !== 'none');
    },
  },
];

const requestFacts: readonly Fact<QueueSandbox>[] = [
  {
    id: 'what-a-fifo-message-needs',
    says: 'A FIFO queue refuses a message without a group, without an id of deduplication, or with a delay of its own.',
    page: `${api}/API_SendMessage.html`,
    async check(sandbox) {
      const group = await refusalOf(send(sandbox, 'a1', { MessageGroupId: undefined }));
      same('without a group', 'MissingParameter', group);
      const id = await refusalOf(send(sandbox, 'a1', { MessageDeduplicationId: undefined }));
      same('without an id', 'InvalidParameterValue', id);
      same('with a delay', 'InvalidParameterValue', await refusalOf(send(sandbox, 'a1', { DelaySeconds: 1 })));
    },
  },
  {
    id: 'a-message-of-1-mib',
    says: 'A message has at most 1 MiB.',
    page: `${guide}/quotas-messages.html`,
    async check(sandbox) {
      const sized = (size: number) => refusalOf(send(sandbox, 'a1', { MessageBody: 'x'.repeat(size) }));
      same('a byte more', 'InvalidParameterValue', await sized(1_048_577));
      same('1 MiB', 'none', await sized(1_048_576));
    },
  },
  {
    id: 'a-batch-fails-one-by-one',
    says: 'In a batch of deletions a wrong receipt fails alone.',
    page: `${api}/API_DeleteMessageBatch.html`,
    async check(sandbox) {
      await send(sandbox, 'a1');
      const [message] = await receive(sandbox, sandbox.queue);
      const Entries = [
        { Id: 'right', ReceiptHandle: message?.ReceiptHandle },
        { Id: 'wrong', ReceiptHandle: 'not-a-receipt' },
      ];
      const command = new DeleteMessageBatchCommand({ QueueUrl: sandbox.queue, Entries });
      const { Successful = [], Failed = [] } = await sandbox.client.send(command);
      same(
        'done',
        ['right'],
        Successful.map(({ Id }) => Id),
      );
      same(
        'failed',
        [['wrong', true]],
        Failed.map(({ Id, SenderFault }) => [Id, SenderFault]),
      );
    },
  },
  {
    id: 'a-queue-is-made-once',
    says: 'A queue of a name that exists is the same one, or refused with QueueNameExists if an attribute differs.',
    page: `${api}/API_CreateQueue.html`,
    async check({ client, queue, queueName: QueueName }) {
      const create = (VisibilityTimeout: string) =>
        client.send(new CreateQueueCommand({ QueueName, Attributes: { FifoQueue: 'true', VisibilityTimeout } }));
      same('the same', queue, (await create('30')).QueueUrl);
      same('another', 'QueueNameExists', await refusalOf(create('31')));
    },
  },
];

/** What the product assumes about Amazon SQS. */
export const sqsFacts: FactService<QueueSandbox> = {
  name: 'sqs',
  facts: [...orderFacts, ...deadLetterFacts, ...requestFacts],
  open: async (environment) => openSandbox(environment),
};
