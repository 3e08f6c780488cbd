import { createHash, randomUUID } from 'node:crypto';
import { invalid, invalidValue, missing, ServiceError } from './errors';
import { Input } from './input';
import { queueOf, type Operation } from './queue-operations';
import { deadLettersOf, isInFlight, receivable, type Message, type Queue, type QueueStore } from './queue-store';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const sequenceNumber = (sequence: number): string => String(10n ** 19n + BigInt(sequence));

/** Characters that XML has no place for (API_SendMessage). */
const noText = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const idPattern = /^[\w!"#$%&'()*+,\-./:;<=>?@[\\\]^`{|}~]{1,128}$/;

/** Seconds. */
const longestHidden = 43_200;

const entryParameters = ['MessageBody', 'MessageGroupId', 'MessageDeduplicationId'];

function readBody({ state }: Queue, given: Input): string {
  const body = given.required('MessageBody');
  if (noText.test(body)) throw new ServiceError('InvalidMessageContents', 'Invalid characters found.');
  const most = Number(state.attributes['MaximumMessageSize']);
  if (Buffer.byteLength(body) > most)
    throw invalid(`One or more parameters are invalid. Reason: Message must be shorter than ${most} bytes.`);
  return body;
}

function readId(name: string, given: Input): string | undefined {
  const id = given.text(name);
  if (id !== undefined && !idPattern.test(id))
    throw invalidValue(
      name,
      id,
      `${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
    );
  return id;
}

/** Group and id of deduplication of a message, as a queue of its type needs them. */
function readIds({ isFifo }: Queue, given: Input): Pick<Message, 'group' | 'deduplicationId'> {
  const group = readId('MessageGroupId', given);
  const deduplicationId = readId('MessageDeduplicationId', given);
  if (!isFifo) {
    if (deduplicationId === undefined) return group === undefined ? {} : { group };
    throw invalidValue(
      'MessageDeduplicationId',
      deduplicationId,
      'The request includes a parameter that is not valid for this queue type.',
    );
  }
  if (group === undefined) throw missing('MessageGroupId');
  if (deduplicationId === undefined)
    throw invalid(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  return { group, deduplicationId };
}

function send(store: QueueStore, queue: Queue, given: Input): object {
  const { isFifo, state, sent } = queue;
  const body = readBody(queue, given);
  const ids = readIds(queue, given);
  const perGroup = state.attributes['DeduplicationScope'] === 'messageGroup';
  const key = perGroup ? `${ids.group} ${ids.deduplicationId}` : (ids.deduplicationId ?? '');
  const { now } = store;
  let accepted = isFifo ? sent.get(key) : undefined;
  if (!accepted) {
    const added = { id: randomUUID(), body, ...ids, sentAt: now, visibleAt: now, received: 0 };
    const { id, sequence } = store.add(queue, added);
    accepted = { at: now, id, sequence };
    if (isFifo) store.change({ in: state.name, key, sent: accepted });
  }
  return {
    MessageId: accepted.id,
    MD5OfMessageBody: md5(body),
    ...(isFifo && { SequenceNumber: sequenceNumber(accepted.sequence) }),
  };
}

function giveUp(store: QueueStore, from: Queue, to: Queue, message: Message): void {
  const { handle: _handle, deduplicationId, ...rest } = message;
  store.change({ in: from.state.name, drop: message.id });
  store.add(to, {
    ...rest,
    // So that two messages that shared an id are both kept (developer guide, "Redrive").
    ...(deduplicationId !== undefined && { deduplicationId: message.id }),
    // FIFO: as if it were sent now; standard: as it was sent (developer guide, "Dead-letter queues").
    sentAt: from.isFifo ? store.now : message.sentAt,
    visibleAt: store.now,
    source: from.arn,
  });
}

const attributesOf = (message: Message, isFifo: boolean): Record<string, string> => ({
  SenderId: 'local',
  SentTimestamp: String(message.sentAt),
  ApproximateReceiveCount: String(message.received),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  ...(isFifo && { SequenceNumber: sequenceNumber(message.sequence) }),
  ...(message.group !== undefined && { MessageGroupId: message.group }),
  ...(message.deduplicationId !== undefined && { MessageDeduplicationId: message.deduplicationId }),
  ...(message.source !== undefined && { DeadLetterQueueSourceArn: message.source }),
});

function receive(store: QueueStore, queue: Queue, most: number, timeoutMs: number): Message[] {
  const { now } = store;
  const deadLetters = deadLettersOf(store, queue);
  const taken: Message[] = [];
  for (const message of receivable(queue, now)) {
    if (taken.length === most) break;
    if (deadLetters && message.received >= deadLetters.after) {
      giveUp(store, queue, deadLetters.queue, message);
      continue;
    }
    const received = message.received + 1;
    const put: Message = {
      ...message,
      visibleAt: now + timeoutMs,
      received,
      firstReceivedAt: message.firstReceivedAt ?? now,
      receivedAt: now,
      handle: Buffer.from(`${message.id} ${received} ${randomUUID()}`).toString('base64'),
    };
    store.change({ in: queue.state.name, put });
    taken.push(put);
  }
  return taken;
}

function receiveMessage(store: QueueStore, given: Input): object {
  const queue = queueOf(store, given);
  const most = given.integer('MaxNumberOfMessages', 1, 10) ?? 1;
  const timeout =
    given.integer('VisibilityTimeout', 0, longestHidden) ?? Number(queue.state.attributes['VisibilityTimeout']);
  given.integer('WaitTimeSeconds', 0, 20);
  const names = given.list('MessageSystemAttributeNames');
  const messages = receive(store, queue, most, timeout * 1000).map((message) => {
    const all = Object.entries(attributesOf(message, queue.isFifo));
    const attributes = all.filter(([name]) => names.includes('All') || names.includes(name));
    return {
      MessageId: message.id,
      ReceiptHandle: message.handle,
      Body: message.body,
      MD5OfBody: md5(message.body),
      ...(attributes.length > 0 && { Attributes: Object.fromEntries(attributes) }),
    };
  });
  return messages.length > 0 ? { Messages: messages } : {};
}

/** The message of a receipt; undefined where it is deleted, or was received again since. */
function received({ messages, isFifo }: Queue, given: Input, now: number): Message | undefined {
  const handle = given.required('ReceiptHandle');
  const [id, count] = Buffer.from(handle, 'base64').toString().split(' ');
  if (id === undefined || count === undefined)
    throw new ServiceError(
      'ReceiptHandleIsInvalid',
      `The input receipt handle "${handle}" is not a valid receipt handle.`,
    );
  const message = messages.get(id);
  if (!message) return undefined;
  if (isFifo && (message.handle !== handle || !isInFlight(message, now)))
    throw invalidValue('ReceiptHandle', handle, 'The receipt handle has expired.');
  return message.handle === handle ? message : undefined;
}

function remove(store: QueueStore, queue: Queue, given: Input): object {
  const message = received(queue, given, store.now);
  if (message) store.change({ in: queue.state.name, drop: message.id });
  return {};
}

/** Up to twelve hours after its receipt (API_ChangeMessageVisibility). */
function changeVisibility(store: QueueStore, queue: Queue, given: Input): object {
  const timeout = given.integer('VisibilityTimeout', 0, longestHidden);
  if (timeout === undefined) throw missing('VisibilityTimeout');
  const { now } = store;
  const message = received(queue, given, now);
  if (!message || !isInFlight(message, now))
    throw message
      ? new ServiceError('MessageNotInflight', 'The message is not in flight.')
      : invalidValue(
          'ReceiptHandle',
          given.text('ReceiptHandle'),
          'Message does not exist or is not available for visibility timeout change.',
        );
  const visibleAt = now + timeout * 1000;
  if (visibleAt > (message.receivedAt ?? now) + longestHidden * 1000)
    throw invalidValue('VisibilityTimeout', timeout, `Total VisibilityTimeout is beyond ${longestHidden} seconds.`);
  store.change({ in: queue.state.name, put: { ...message, visibleAt } });
  return {};
}

type Work = (store: QueueStore, queue: Queue, given: Input) => object;

/** An operation on one message. */
const single = (parameters: readonly string[], work: Work): Operation => ({
  parameters: ['QueueUrl', ...parameters],
  run: (store, given) => work(store, queueOf(store, given), given),
});

/** The same on up to ten: each succeeds or fails by itself (developer guide, "Batch actions"). */
const batch = (parameters: readonly string[], work: Work): Operation => ({
  parameters: ['QueueUrl', 'Entries'],
  run(store, given) {
    const queue = queueOf(store, given);
    const entries = given.list('Entries').map((one) => one as Record<string, unknown>);
    if (entries.length === 0)
      throw new ServiceError('EmptyBatchRequest', 'There should be at least one entry in the request.');
    if (entries.length > 10)
      throw new ServiceError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
    const ids = entries.map(({ Id }) => String(Id));
    if (ids.some((id) => !/^[\w-]{1,80}$/.test(id)))
      throw new ServiceError(
        'InvalidBatchEntryId',
        'A batch entry id has letters, digits, hyphens and underscores, 80 at most.',
      );
    if (new Set(ids).size < ids.length)
      throw new ServiceError('BatchEntryIdsNotDistinct', 'Two entries have the same id.');
    const size = entries.reduce(
      (sum, { MessageBody }) => sum + Buffer.byteLength(typeof MessageBody === 'string' ? MessageBody : ''),
      0,
    );
    if (size > 1_048_576)
      throw new ServiceError('BatchRequestTooLong', 'Batch requests cannot be longer than 1048576 bytes.');
    const [Successful, Failed]: [object[], object[]] = [[], []];
    for (const entry of entries) {
      try {
        Successful.push({ Id: entry['Id'], ...work(store, queue, new Input(entry, ['Id', ...parameters])) });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        Failed.push({ Id: entry['Id'], SenderFault: true, Code: error.queryCode, Message: error.message });
      }
    }
    return { Successful, ...(Failed.length > 0 && { Failed }) };
  },
});

/** The operations about messages. */
export const messageOperations: Readonly<Record<string, Operation>> = {
  ChangeMessageVisibility: single(['ReceiptHandle', 'VisibilityTimeout'], changeVisibility),
  DeleteMessage: single(['ReceiptHandle'], remove),
  DeleteMessageBatch: batch(['ReceiptHandle'], remove),
  ReceiveMessage: {
    parameters: [
      'QueueUrl',
      'MaxNumberOfMessages',
      'MessageSystemAttributeNames',
      'VisibilityTimeout',
      'WaitTimeSeconds',
    ],
    run: receiveMessage,
  },
  SendMessage: single(entryParameters, send),
  SendMessageBatch: batch(entryParameters, send),
};
