import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { requireEnv } from '../../runtime/environment';

const client = new SNSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
});
/** Asks once and waits long: a message whose answer was lost would go out again with each further try. */
const patient = new SNSClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/**
 * Tells the staff who subscribed to the topic. Subjects are ASCII in SNS's mails, under 100 characters (API_Publish).
 */
export async function tellStaff(subject: string, text: string): Promise<void> {
  await client.send(new PublishCommand({ TopicArn: requireEnv('STAFF_TOPIC_ARN'), Subject: subject, Message: text }));
}

export interface StaffMessage {
  /** ASCII, under 100 characters. */
  subject: string;
  text: string;
  /** Message attributes, by which subscribers that are programs tell messages apart. */
  attributes: Readonly<Record<string, string>>;
}

/**
 * Tells the staff in one request of SNS, within `milliseconds`. A standard topic knows no message again: who gets no
 * answer cannot know whether the message went out.
 */
export async function tellStaffOnce({ subject, text, attributes }: StaffMessage, milliseconds: number): Promise<void> {
  const MessageAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  await patient.send(
    new PublishCommand({ TopicArn: requireEnv('STAFF_TOPIC_ARN'), Subject: subject, Message: text, MessageAttributes }),
    { abortSignal: AbortSignal.timeout(milliseconds) },
  );
}
