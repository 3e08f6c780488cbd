import { faultMessages, type AwsEmulator, type Demand } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
import type { LocalClock, WireRequest } from '../../platform/index';
import { ServiceError } from './errors';
import { Input } from './input';
import { messageOperations } from './message-operations';
import { nameIn, queueOperations } from './queue-operations';
import { arnOf, deadLettersOf, isInFlight, QueueStore, receivable } from './queue-store';

export interface SqsOptions {
  clock: LocalClock;
  /** File of the queues and messages; undefined keeps them in memory. */
  journalPath?: string | undefined;
}

/** A queue as `/__local/services` shows it. */
export interface QueueDepth {
  /** Can be received now or later; nobody has them. */
  waiting: number;
  inFlight: number;
  /** Received as often as the queue allows, without success. */
  deadLetters: number;
}

export interface SqsEmulator extends AwsEmulator {
  /** By name, without the queues of dead letters. */
  depths(): Record<string, QueueDepth>;
  /** When the queue's next message can be received, unix milliseconds, now or later; undefined: there is none. */
  nextAt(name: string): number | undefined;
  /** Calls `listener` after each change of queues or messages, until the returned function is called. */
  watch(listener: () => void): () => void;
}

const protocol = awsJson({
  contentType: 'application/x-amz-json-1.0',
  target: 'AmazonSQS',
  faults: {
    'access-denied': { status: 400, name: 'com.amazon.coral.service#AccessDeniedException' },
    throttled: { status: 403, name: 'com.amazonaws.sqs#RequestThrottled' },
    failed: { status: 500, name: 'com.amazon.coral.service#InternalFailure' },
  },
});
const operationOf = (request: WireRequest): string => protocol.operationOf(request) ?? 'unknown';
const operations = { ...queueOperations, ...messageOperations };

function run(store: QueueStore, request: WireRequest): object {
  const name = operationOf(request);
  const operation = operations[name];
  if (!operation) throw new ServiceError('InvalidAction', `${name} is not supported by the SQS emulator.`);
  if (!protocol.isSigned(request))
    throw new ServiceError('MissingAuthenticationToken', 'Request is missing Authentication Token');
  const input = readJsonObject(request.body);
  if (!input) throw new ServiceError('InvalidParameterValueException', 'The body is not a JSON object.');
  const address = `http://${request.headers['host'] ?? 'localhost'}`;
  return operation.run(store, new Input(input, operation.parameters), address);
}

/** A batch needs the permission of its single operation (developer guide, "Batch actions"). */
function demandsOf(request: WireRequest): Demand[] {
  const { QueueUrl, QueueName, SourceArn } = readJsonObject(request.body) ?? {};
  const name = typeof QueueUrl === 'string' ? nameIn(QueueUrl) : QueueName;
  const resource = typeof name === 'string' ? arnOf(name) : typeof SourceArn === 'string' ? SourceArn : '*';
  return [{ action: `sqs:${operationOf(request).replace(/Batch$/, '')}`, resource }];
}

/** Amazon SQS (JSON 1.0 protocol): standard and FIFO queues, dead letters, redrive. See README.md. */
export async function createSqsEmulator({ clock, journalPath }: SqsOptions): Promise<SqsEmulator> {
  const listeners = new Set<() => void>();
  const store = await QueueStore.open(clock, journalPath, () => listeners.forEach((listener) => listener()));
  return {
    operationOf,
    async respond(request) {
      try {
        const body = JSON.stringify(run(store, request));
        await store.save();
        return protocol.respond(200, body);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { code, queryCode, message } = error;
        return protocol.respond(400, JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message }), {
          'x-amzn-query-error': `${queryCode};Sender`,
        });
      }
    },
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf,
    depths() {
      const queues = store.all();
      const targets = new Map(queues.map((queue) => [queue, deadLettersOf(store, queue)?.queue]));
      const shown = queues.filter((queue) => ![...targets.values()].includes(queue));
      return Object.fromEntries(
        shown.map((queue) => {
          const inFlight = [...queue.messages.values()].filter((one) => isInFlight(one, store.now)).length;
          const deadLetters = [...(targets.get(queue)?.messages.values() ?? [])];
          return [
            queue.state.name,
            {
              waiting: queue.messages.size - inFlight,
              inFlight,
              deadLetters: deadLetters.filter(({ source }) => source === queue.arn).length,
            },
          ];
        }),
      );
    },
    nextAt(name) {
      const queue = store.find(name);
      if (!queue || queue.messages.size === 0) return undefined;
      const { now } = store;
      if (receivable(queue, now).length > 0) return now;
      return Math.min(...[...queue.messages.values()].map(({ visibleAt }) => visibleAt).filter((at) => at > now));
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reset: () => store.reset(),
    close: () => store.close(),
  };
}
