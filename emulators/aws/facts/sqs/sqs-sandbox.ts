import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { awsEndpoint } from '../aws-endpoint';
import type { Environment, OpenService } from '../../../platform/facts';

/** Two FIFO queues of the facts' own, named `portal-facts-…`; nothing else is touched. */
export interface QueueSandbox {
  client: SQSClient;
  /** Hides a message for 30 seconds, and gives it up after two receipts. */
  queue: string;
  queueName: string;
  /** Where it is given up. */
  deadLetters: string;
  deadLettersArn: string;
}

/** `none`, or the code of a request's refusal as the service's API reference names it. */
export const refusalOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'none',
    (error: Error) => error.name,
  );

/** Sends `a1`, the first message of the group `a`; its text is its id of deduplication too. */
export const send = ({ client, queue }: QueueSandbox, name: string, more: Partial<SendMessageCommandInput> = {}) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: queue,
      MessageBody: name,
      MessageGroupId: name.slice(0, 1),
      MessageDeduplicationId: name,
      ...more,
    }),
  );

/** The messages of one receipt; waits for some for five seconds. */
export async function receive({ client }: QueueSandbox, QueueUrl: string, most = 10): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: most,
      MessageSystemAttributeNames: ['All'],
      WaitTimeSeconds: 5,
    }),
  );
  return Messages;
}

export const textsOf = (messages: readonly Message[]): (string | undefined)[] => messages.map(({ Body }) => Body);

/** Opens SQS at `AWS_ENDPOINT_URL_SQS`, or in the region that `PROVE_REGION` names. */
export function openSandbox(environment: Environment): OpenService<QueueSandbox> {
  const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_SQS');
  const client = new SQSClient(settings);
  async function create(QueueName: string, attributes: Record<string, string> = {}): Promise<string> {
    const Attributes = { FifoQueue: 'true', ...attributes };
    return (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
  }
  const begin = async () => {
    const name = `portal-facts-${randomUUID()}`;
    const deadLetters = await create(`${name}-dead.fifo`);
    const described = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLetters, AttributeNames: ['QueueArn'] }),
    );
    const deadLettersArn = described.Attributes?.QueueArn ?? '';
    const queueName = `${name}.fifo`;
    const policy = { deadLetterTargetArn: deadLettersArn, maxReceiveCount: 2 };
    const queue = await create(queueName, { VisibilityTimeout: '30', RedrivePolicy: JSON.stringify(policy) });
    const close = async () => {
      for (const QueueUrl of [queue, deadLetters]) await client.send(new DeleteQueueCommand({ QueueUrl }));
    };
    return { sandbox: { client, queue, queueName, deadLetters, deadLettersArn }, close };
  };
  return { target, begin, close: () => Promise.resolve(client.destroy()) };
}
