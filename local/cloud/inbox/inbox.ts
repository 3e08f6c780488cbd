import { randomUUID } from 'node:crypto';
import { Journal, type LocalClock, type OutgoingMessage } from '#emulators/platform';
import { messageParts } from './message-parts';
import { recipientKey } from './phone';

/** A mail or SMS that arrived, as `/__local/inbox` returns it. */
export interface Message {
  id: string;
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** The plain text that a mail has beside its HTML. */
  plain?: string;
  /** The six digits of the message, if it has any. */
  code: string | null;
  /** The link of the message, if it has one. */
  link: string | null;
  /** ISO 8601, on the local clock. */
  sentAt: string;
}

/** The number of messages kept; older ones are dropped at the next start. */
const kept = 2000;

/** All sent mails and SMS; a message is on disk when `receive` resolves. */
export class Inbox {
  #messages: Message[] = [];

  private constructor(
    private readonly clock: LocalClock,
    private journal: Journal<Message> | undefined,
  ) {}

  static async open(path: string, clock: LocalClock): Promise<Inbox> {
    const inbox = new Inbox(clock, undefined);
    inbox.journal = await Journal.open<Message>(
      path,
      (message) => inbox.#messages.push(message),
      () => inbox.#messages.slice(-kept),
    );
    inbox.#messages = inbox.#messages.slice(-kept);
    return inbox;
  }

  async receive({ channel, to, subject, text, plain }: OutgoingMessage): Promise<void> {
    const message: Message = {
      id: randomUUID(),
      channel,
      to,
      subject,
      text,
      ...(plain !== undefined && { plain }),
      ...messageParts(text),
      sentAt: new Date(this.clock.now()).toISOString(),
    };
    this.#messages.push(message);
    await this.journal?.append(message);
  }

  /** Messages to an address or number in any notation, or all; newest first. */
  find(to?: string): Message[] {
    const key = to === undefined ? undefined : recipientKey(to);
    return this.#messages.filter((message) => key === undefined || recipientKey(message.to) === key).toReversed();
  }

  async clear(): Promise<void> {
    this.#messages = [];
    await this.journal?.rewrite([]);
  }

  async close(): Promise<void> {
    await this.journal?.close();
  }
}
