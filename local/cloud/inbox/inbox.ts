import { randomUUID } from 'node:crypto';
import { Journal, type LocalClock, type OutgoingMessage } from '#emulators/platform';

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

const link = /https?:\/\/[^\s<>"'()（）「」]+/;

/** The six digits and the link in a message's text; null if it has none. */
export function messageParts(text: string): { code: string | null; link: string | null } {
  // Digits within an address or within a longer number are not a code.
  const words = text.replaceAll(new RegExp(link, 'g'), ' ');
  return { code: /(?<![\d-])\d{6}(?![\d-])/.exec(words)?.[0] ?? null, link: link.exec(text)?.[0] ?? null };
}

/** A number in E.164 (`+819012345678`) from any notation; undefined if it is not a number. A leading 0 means Japan. */
export function toE164(text: string): string | undefined {
  const compact = text.trim().replaceAll(/[\s().-]/g, '');
  if (/^0\d{9,10}$/.test(compact)) return `+81${compact.slice(1)}`;
  if (/^\+?810\d{9,10}$/.test(compact)) return `+81${compact.replace(/^\+?810/, '')}`;
  // A plus sign in a query arrives as a space.
  if (/^\+?[1-9]\d{7,14}$/.test(compact)) return `+${compact.replace('+', '')}`;
  return undefined;
}

/** The one form by which messages to an address or number are found. */
const recipientKey = (to: string): string =>
  to.includes('@') ? to.trim().toLowerCase() : (toE164(to) ?? to.trim().toLowerCase());
