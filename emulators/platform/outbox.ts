/** A mail or an SMS that left a service; what `/__local/inbox` shows. */
export interface OutgoingMessage {
  channel: 'email' | 'sms';
  /** Address, or number in E.164. */
  to: string;
  subject: string;
  text: string;
  /** The plain text that a mail has beside its HTML. */
  plain?: string;
}

/**
 * Where emulators put what they send. It returns when the message is safe (a killed process loses none that was
 * sent).
 */
export type Outbox = (message: OutgoingMessage) => Promise<void>;
