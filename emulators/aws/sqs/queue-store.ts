import { Journal, type LocalClock } from '../../platform/index';
import { ServiceError } from './errors';
import { redrivePolicyOf, type Attributes } from './queue-attributes';

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly group?: string;
  readonly deduplicationId?: string;
  /** Its place in the queue, never used again. */
  readonly sequence: number;
  /** Unix milliseconds, as all times here. */
  readonly sentAt: number;
  readonly visibleAt: number;
  readonly received: number;
  readonly firstReceivedAt?: number;
  /** The last time. */
  readonly receivedAt?: number;
  /** Of its newest receipt. */
  readonly handle?: string;
  /** ARN of the queue that gave it up. */
  readonly source?: string;
}

export interface MoveTask {
  readonly SourceArn: string;
  readonly DestinationArn?: string;
  readonly Status: 'COMPLETED' | 'FAILED';
  readonly FailureReason?: string;
  readonly ApproximateNumberOfMessagesMoved: number;
  readonly ApproximateNumberOfMessagesToMove: number;
  readonly StartedTimestamp: number;
}

/** What a queue has beside its messages. */
interface QueueState {
  readonly name: string;
  readonly attributes: Attributes;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly purgedAt?: number;
  /** Newest first. */
  readonly moveTasks: readonly MoveTask[];
  /** The sequence of its next message. */
  readonly next: number;
}

/** A message accepted under an id of deduplication. */
interface Sent {
  readonly at: number;
  readonly id: string;
  readonly sequence: number;
}

export interface Queue {
  state: QueueState;
  readonly arn: string;
  readonly isFifo: boolean;
  /** By id, in the order of their sequence. */
  readonly messages: Map<string, Message>;
  /** By id of deduplication. */
  readonly sent: Map<string, Sent>;
}

/** Every change, as it is journaled. */
type Change =
  | { queue: QueueState }
  | { gone: string; at: number }
  | { in: string; put: Message }
  | { in: string; drop: string }
  | { in: string; key: string; sent: Sent };

const place = 'arn:aws:sqs:ap-northeast-1:000000000000';
export const arnOf = (name: string): string => `${place}:${name}`;

/** An id sent again within this time is accepted and left out (developer guide, "Exactly-once processing"). */
const deduplicationMs = 300_000;
/** A queue's name stays taken after its deletion (API_DeleteQueue). */
const goneMs = 60_000;

/** All queues and their messages; they survive a killed process. */
export class QueueStore {
  readonly #queues = new Map<string, Queue>();
  readonly #gone = new Map<string, number>();
  #journal!: Journal<Change>;
  #pending: Change[] = [];

  private constructor(
    private readonly clock: LocalClock,
    private readonly onChange: () => void,
  ) {}

  static async open(clock: LocalClock, journalPath: string | undefined, onChange: () => void): Promise<QueueStore> {
    const store = new QueueStore(clock, onChange);
    store.#journal = await Journal.open<Change>(
      journalPath,
      (change) => store.#apply(change),
      () =>
        store
          .all()
          .flatMap(({ state, messages, sent }): Change[] => [
            { queue: state },
            ...[...messages.values()].map((put) => ({ in: state.name, put })),
            ...[...sent].map(([key, one]) => ({ in: state.name, key, sent: one })),
          ]),
    );
    return store;
  }

  get now(): number {
    return this.clock.now();
  }

  /** All queues, without messages whose retention and ids whose five minutes are over. */
  all(): Queue[] {
    const queues = [...this.#queues.values()];
    for (const { state, messages, sent } of queues) {
      const oldest = this.now - Number(state.attributes['MessageRetentionPeriod']) * 1000;
      for (const { id, sentAt } of messages.values()) if (sentAt <= oldest) messages.delete(id);
      for (const [key, { at }] of sent) if (at <= this.now - deduplicationMs) sent.delete(key);
    }
    return queues;
  }

  find(name: string): Queue | undefined {
    return this.all().find((one) => one.state.name === name);
  }

  findArn(arn: string): Queue | undefined {
    return this.all().find((one) => one.arn === arn);
  }

  /** Whether a queue of this name was deleted less than a minute ago. */
  isFreshlyGone(name: string): boolean {
    return (this.#gone.get(name) ?? Number.NEGATIVE_INFINITY) > this.now - goneMs;
  }

  /** @throws {ServiceError} QueueDoesNotExist */
  need(name: string): Queue {
    const queue = this.find(name);
    if (!queue) throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  /** Changes what is in memory at once; {@link save} keeps it. */
  change(...changes: Change[]): void {
    for (const change of changes) this.#apply(change);
    this.#pending.push(...changes);
  }

  /** Puts a message at the end of a queue, with a new sequence. */
  add({ state }: Queue, message: Omit<Message, 'sequence'>): Message {
    const put = { ...message, sequence: state.next };
    this.change({ in: state.name, put });
    return put;
  }

  async save(): Promise<void> {
    const changes = this.#pending;
    this.#pending = [];
    if (changes.length === 0) return;
    await this.#journal.append(...changes);
    this.onChange();
  }

  async reset(): Promise<void> {
    this.#queues.clear();
    this.#gone.clear();
    this.#pending = [];
    await this.#journal.rewrite([]);
    this.onChange();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #apply(change: Change): void {
    if ('queue' in change) {
      const { name } = change.queue;
      const queue = this.#queues.get(name);
      if (queue) queue.state = change.queue;
      else
        this.#queues.set(name, {
          state: change.queue,
          arn: arnOf(name),
          isFifo: name.endsWith('.fifo'),
          messages: new Map(),
          sent: new Map(),
        });
    } else if ('gone' in change) {
      this.#queues.delete(change.gone);
      this.#gone.set(change.gone, change.at);
    } else {
      const queue = this.#queues.get(change.in);
      if (!queue) return;
      if ('put' in change) {
        queue.messages.set(change.put.id, change.put);
        queue.state = { ...queue.state, next: Math.max(queue.state.next, change.put.sequence + 1) };
      } else if ('drop' in change) queue.messages.delete(change.drop);
      else queue.sent.set(change.key, change.sent);
    }
  }
}

/** Whether somebody received it and has it still. */
export const isInFlight = ({ received, visibleAt }: Message, now: number): boolean => received > 0 && visibleAt > now;

/**
 * The messages that a receipt may take now, in their order. Of a FIFO queue's group none is taken while another one is
 * in flight, or an earlier one is delayed (developer guide, "FIFO delivery logic").
 */
export function receivable({ isFifo, messages }: Queue, now: number): Message[] {
  const all = [...messages.values()];
  if (!isFifo) return all.filter(({ visibleAt }) => visibleAt <= now);
  const held = new Set(all.filter((one) => isInFlight(one, now)).map(({ group }) => group));
  return all.filter(({ group, visibleAt }) => {
    if (visibleAt > now) held.add(group);
    return !held.has(group);
  });
}

/** The dead-letter queue of a queue, and how often a message is received before it goes there. */
export function deadLettersOf(store: QueueStore, { state }: Queue): { queue: Queue; after: number } | undefined {
  const policy = redrivePolicyOf(state.attributes);
  const queue = policy && store.findArn(policy.deadLetterTargetArn);
  return queue && policy && { queue, after: policy.maxReceiveCount };
}
