import { Journal, type LocalClock, type Outbox } from '../../platform/index';
import { invalid, ServiceError, type Form } from './form';
import type { Output } from './xml';

export interface Topic {
  arn: string;
  name: string;
}

export interface Subscription {
  arn: string;
  topic: string;
  endpoint: string;
  confirmed: boolean;
  /** The secret in the link of the confirmation mail. */
  token: string;
}

/** A published message, as the local cloud shows it. */
export interface PublishedMessage {
  id: string;
  /** ARN of the topic. */
  topic: string;
  subject?: string;
  message: string;
  attributes: Record<string, string>;
  /** Unix milliseconds by the clock. */
  at: number;
}

type Entry = { topic: Topic } | { subscription: Subscription } | { published: PublishedMessage };

const mostMessages = 1000;
const prefix = 'arn:aws:sns:ap-northeast-1:000000000000:';

/** Topics, subscriptions and the last thousand messages; they survive a killed process. */
export class TopicStore {
  readonly topics = new Map<string, Topic>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly messages: PublishedMessage[] = [];
  #journal!: Journal<Entry>;

  static async open(journalPath: string | undefined): Promise<TopicStore> {
    const store = new TopicStore();
    store.#journal = await Journal.open<Entry>(
      journalPath,
      (entry) => store.#apply(entry),
      () => [
        ...[...store.topics.values()].map((topic) => ({ topic })),
        ...[...store.subscriptions.values()].map((subscription) => ({ subscription })),
        ...store.messages.map((published) => ({ published })),
      ],
    );
    return store;
  }

  #apply(entry: Entry): void {
    if ('topic' in entry) this.topics.set(entry.topic.arn, entry.topic);
    else if ('subscription' in entry) this.subscriptions.set(entry.subscription.arn, entry.subscription);
    else {
      this.messages.push(entry.published);
      if (this.messages.length > mostMessages) this.messages.shift();
    }
  }

  /** Makes the changes; resolves once they are stored. */
  async change(...entries: Entry[]): Promise<void> {
    for (const entry of entries) this.#apply(entry);
    await this.#journal.append(...entries);
  }

  arnOf(name: string): string {
    if (!/^[\w-]{1,256}$/.test(name)) throw invalid('Topic Name');
    return `${prefix}${name}`;
  }

  topic(arn: string): Topic {
    if (!arn.startsWith('arn:aws:sns:'))
      throw invalid('TopicArn Reason: An ARN must have at least 6 elements, not ' + String(arn.split(':').length));
    const topic = this.topics.get(arn);
    if (!topic) throw new ServiceError('NotFound', 'Topic does not exist');
    return topic;
  }

  /** Subscriptions of a topic, oldest first. */
  of(topic: string): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.topic === topic);
  }

  async reset(): Promise<void> {
    this.topics.clear();
    this.subscriptions.clear();
    this.messages.length = 0;
    await this.#journal.rewrite([]);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

/** What an operation works with. */
interface Service {
  store: TopicStore;
  clock: LocalClock;
  outbox: Outbox;
  /** Base address of the links in mails: `http://127.0.0.1:4100`. */
  address: string;
}

/** Reads its parameters (see {@link Form.refuseOthers}), acts, and returns its result. */
export type Operation = (service: Service, form: Form) => Promise<Output>;
