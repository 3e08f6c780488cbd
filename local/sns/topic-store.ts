import { Journal } from '../journal';
import { invalid, ServiceError } from './errors';

export interface Topic {
  arn: string;
  name: string;
  attributes: Record<string, string>;
}

export interface Subscription {
  arn: string;
  topic: string;
  protocol: 'email' | 'sms';
  endpoint: string;
  confirmed: boolean;
  /** The secret in the link of the confirmation mail. */
  token: string;
}

/** A published message, as the local cloud shows it. */
export interface PublishedMessage {
  id: string;
  /** ARN of the topic; undefined for a message to a phone number. */
  topic?: string;
  phoneNumber?: string;
  subject?: string;
  message: string;
  attributes: Record<string, string>;
  /** Unix milliseconds by the clock. */
  at: number;
}

type Entry =
  | { topic: Topic }
  | { subscription: Subscription }
  | { published: PublishedMessage }
  | { sms: Record<string, string> }
  | { dropTopic: string }
  | { dropSubscription: string };

/** US dollars of a new account (docs.aws.amazon.com/sns/latest/dg/channels-sms-awssupport-spend-threshold.html). */
const smsOfNewAccount = { MonthlySpendLimit: '1' };
const mostMessages = 1000;
const prefix = 'arn:aws:sns:ap-northeast-1:000000000000:';

/** Topics, subscriptions, SMS attributes and the last thousand messages; they survive a killed process. */
export class TopicStore {
  readonly topics = new Map<string, Topic>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly messages: PublishedMessage[] = [];
  /** By name. */
  sms: Readonly<Record<string, string>> = smsOfNewAccount;
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
        { sms: store.sms },
      ],
    );
    return store;
  }

  #apply(entry: Entry): void {
    if ('topic' in entry) this.topics.set(entry.topic.arn, entry.topic);
    else if ('subscription' in entry) this.subscriptions.set(entry.subscription.arn, entry.subscription);
    else if ('dropSubscription' in entry) this.subscriptions.delete(entry.dropSubscription);
    else if ('sms' in entry) this.sms = { ...this.sms, ...entry.sms };
    else if ('published' in entry) {
      this.messages.push(entry.published);
      if (this.messages.length > mostMessages) this.messages.shift();
    } else {
      this.topics.delete(entry.dropTopic);
      for (const one of this.of(entry.dropTopic)) this.subscriptions.delete(one.arn);
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

  subscription(arn: string): Subscription {
    const found = this.subscriptions.get(arn);
    if (!found) throw new ServiceError('NotFound', 'Subscription does not exist');
    return found;
  }

  /** Subscriptions of a topic, oldest first. */
  of(topic: string): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.topic === topic);
  }

  async reset(): Promise<void> {
    this.topics.clear();
    this.subscriptions.clear();
    this.messages.length = 0;
    this.sms = smsOfNewAccount;
    await this.#journal.rewrite([]);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
