import { randomUUID } from 'node:crypto';
import { invalid, invalidValue, ServiceError } from './errors';
import type { Input } from './input';
import { defaultAttributes, readAttributes, unknown, type Attributes } from './queue-attributes';
import {
  arnOf,
  deadLettersOf,
  isInFlight,
  receivable,
  type MoveTask,
  type Queue,
  type QueueStore,
} from './queue-store';

export interface Operation {
  readonly parameters: readonly string[];
  /** `address` is the origin of the emulator. */
  run(store: QueueStore, given: Input, address: string): object;
}

const account = '000000000000';
const seconds = (milliseconds: number): string => String(Math.floor(milliseconds / 1000));
const urlOf = (address: string, { state }: Queue): string => `${address}/${account}/${state.name}`;

/** The name of the queue at an address. */
export const nameIn = (url: string): string => url.split('/').at(-1) ?? '';
export const queueOf = (store: QueueStore, given: Input): Queue => store.need(nameIn(given.required('QueueUrl')));

const fifoName =
  'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, ' +
  'must end with .fifo suffix and be 1 to 80 in length.';

/** Whether the queue of this name and these attributes would be FIFO; refuses names that are wrong for it. */
function readName(name: string, { FifoQueue }: Attributes): boolean {
  if (FifoQueue !== undefined && FifoQueue !== 'true') throw unknown('FifoQueue');
  if (FifoQueue === 'true') {
    if (!/^[\w-]+\.fifo$/.test(name) || name.length > 80) throw invalid(fifoName);
    return true;
  }
  if (!/^[\w-]{1,80}$/.test(name))
    throw invalid('Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length');
  return false;
}

function createQueue(store: QueueStore, given: Input, address: string): object {
  const name = given.required('QueueName');
  const { FifoQueue, ...rest } = given.attributes('Attributes');
  const isFifo = readName(name, FifoQueue === undefined ? {} : { FifoQueue });
  const attributes = readAttributes(rest, { arn: arnOf(name), isFifo }, (arn) => store.findArn(arn));
  const existing = store.find(name);
  if (existing) {
    const other = Object.keys(attributes).find((one) => attributes[one] !== existing.state.attributes[one]);
    if (other !== undefined)
      throw new ServiceError(
        'QueueNameExists',
        `A queue already exists with the same name and a different value for attribute ${other}`,
      );
    return { QueueUrl: urlOf(address, existing) };
  }
  if (store.isFreshlyGone(name))
    throw new ServiceError(
      'QueueDeletedRecently',
      'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
    );
  const { now } = store;
  store.change({
    queue: {
      name,
      attributes: { ...defaultAttributes(isFifo), ...attributes },
      createdAt: now,
      changedAt: now,
      moveTasks: [],
      next: 0,
    },
  });
  return { QueueUrl: urlOf(address, store.need(name)) };
}

function getQueueAttributes(store: QueueStore, given: Input): object {
  const queue = queueOf(store, given);
  const { state, arn, messages } = queue;
  const { now } = store;
  const inFlight = [...messages.values()].filter((one) => isInFlight(one, now)).length;
  const all: Attributes = {
    ...state.attributes,
    QueueArn: arn,
    ApproximateNumberOfMessages: String(messages.size - inFlight),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: '0',
    CreatedTimestamp: seconds(state.createdAt),
    LastModifiedTimestamp: seconds(state.changedAt),
  };
  const names = given.list('AttributeNames').map(String);
  const foreign = names.find((name) => name !== 'All' && !(name in all) && !optional.includes(name));
  if (foreign !== undefined) throw unknown(foreign);
  const shown = Object.entries(all).filter(
    ([name, value]) => value !== '' && [name, 'All'].some((one) => names.includes(one)),
  );
  return shown.length > 0 ? { Attributes: Object.fromEntries(shown) } : {};
}
/** Attributes that a queue may lack. */
const optional = ['RedrivePolicy', 'FifoQueue'];

function purgeQueue(store: QueueStore, given: Input): object {
  const { state, messages } = queueOf(store, given);
  if (state.purgedAt !== undefined && state.purgedAt > store.now - 60_000)
    throw new ServiceError(
      'PurgeQueueInProgress',
      `Only one PurgeQueue operation on ${state.name} is allowed every 60 seconds.`,
    );
  store.change(
    { queue: { ...state, purgedAt: store.now } },
    ...[...messages.keys()].map((drop) => ({ in: state.name, drop })),
  );
  return {};
}

function queueAt(store: QueueStore, name: string, arn: string): Queue {
  const queue = store.findArn(arn);
  if (queue) return queue;
  throw new ServiceError(
    'ResourceNotFoundException',
    `The resource that you specified for the ${name} parameter doesn't exist.`,
  );
}

/** Moves what can be received now, oldest first; every message becomes a new one (developer guide, "Redrive"). */
function startMessageMoveTask(store: QueueStore, given: Input): object {
  const source = queueAt(store, 'SourceArn', given.required('SourceArn'));
  const destinationArn = given.text('DestinationArn');
  const destination = destinationArn === undefined ? undefined : queueAt(store, 'DestinationArn', destinationArn);
  if (!store.all().some((one) => deadLettersOf(store, one)?.queue === source))
    throw invalid('Source queue must be configured as a Dead Letter Queue.');
  if (destination && destination.isFifo !== source.isFifo)
    throw invalidValue('DestinationArn', destinationArn, 'Both queues must be of the same type.');
  const { now } = store;
  const messages = receivable(source, now);
  let moved = 0;
  for (const { id, body, group, deduplicationId, source: from } of messages) {
    const target = destination ?? store.findArn(from ?? '');
    if (!target) break;
    store.change({ in: source.state.name, drop: id });
    store.add(target, {
      id: randomUUID(),
      body,
      ...(group !== undefined && { group }),
      ...(deduplicationId !== undefined && { deduplicationId }),
      sentAt: now,
      visibleAt: now,
      received: 0,
    });
    moved += 1;
  }
  const isWhole = moved === messages.length;
  const task: MoveTask = {
    SourceArn: source.arn,
    ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
    Status: isWhole ? 'COMPLETED' : 'FAILED',
    ...(!isWhole && { FailureReason: 'CouldNotDetermineMessageSource' }),
    ApproximateNumberOfMessagesMoved: moved,
    ApproximateNumberOfMessagesToMove: messages.length,
    StartedTimestamp: now,
  };
  store.change({ queue: { ...source.state, moveTasks: [task, ...source.state.moveTasks].slice(0, 10) } });
  return {
    TaskHandle: Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn: source.arn })).toString('base64'),
  };
}

function listMessageMoveTasks(store: QueueStore, given: Input): object {
  const { state } = queueAt(store, 'SourceArn', given.required('SourceArn'));
  return { Results: state.moveTasks.slice(0, given.integer('MaxResults', 1, 10) ?? 1) };
}

/** The operations about queues. */
export const queueOperations: Readonly<Record<string, Operation>> = {
  CreateQueue: { parameters: ['QueueName', 'Attributes'], run: createQueue },
  DeleteQueue: {
    parameters: ['QueueUrl'],
    run(store, given) {
      store.change({ gone: queueOf(store, given).state.name, at: store.now });
      return {};
    },
  },
  GetQueueAttributes: { parameters: ['QueueUrl', 'AttributeNames'], run: getQueueAttributes },
  GetQueueUrl: {
    parameters: ['QueueName'],
    run: (store, given, address) => ({ QueueUrl: urlOf(address, store.need(given.required('QueueName'))) }),
  },
  ListMessageMoveTasks: { parameters: ['SourceArn', 'MaxResults'], run: listMessageMoveTasks },
  PurgeQueue: { parameters: ['QueueUrl'], run: purgeQueue },
  StartMessageMoveTask: { parameters: ['SourceArn', 'DestinationArn'], run: startMessageMoveTask },
};
