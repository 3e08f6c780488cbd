import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';

const client = new SNSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
});
/** No retries and a long timeout: a retry could publish twice. */
const patient = new SNSClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/** Publishes to the staff's topic. Subjects are ASCII under 100 characters (API_Publish). */
export async function tellStaff(subject: string, text: string): Promise<void> {
  await client.send(new PublishCommand({ TopicArn: requireEnv('STAFF_TOPIC_ARN'), Subject: subject, Message: text }));
}

export interface StaffMessage {
  /** ASCII, under 100 characters. */
  subject: string;
  text: string;
  /** Message attributes, by which subscribing programs tell messages apart. */
  attributes: Readonly<Record<string, string>>;
}

/**
 * Publishes in a single request, until `until` (unix milliseconds). A standard topic does not recognize repeats:
 * without a response it is unknown whether the message went out.
 */
export async function tellStaffOnce({ subject, text, attributes }: StaffMessage, until: number): Promise<void> {
  const MessageAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  await patient.send(
    new PublishCommand({ TopicArn: requireEnv('STAFF_TOPIC_ARN'), Subject: subject, Message: text, MessageAttributes }),
    { abortSignal: AbortSignal.timeout(Math.max(1, until - clock.now())) },
  );
}
