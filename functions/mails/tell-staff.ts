import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { requireEnv } from '#functions/platform/environment';
import { clock } from '#functions/platform/clock';

/** No retries and a long timeout: a retry could publish twice. */
const client = new SNSClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 60_000, throwOnRequestTimeout: true },
});

export interface StaffMessage {
  /** ASCII, under 100 characters (API_Publish). */
  subject: string;
  text: string;
  /** Message attributes, by which subscribing programs tell messages apart. */
  attributes: Readonly<Record<string, string>>;
}

/** Publishes to the staff's topic in one request, until `until` (unix milliseconds): repeats would go out twice. */
export async function tellStaff({ subject, text, attributes }: StaffMessage, until: number): Promise<void> {
  const MessageAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  await client.send(
    new PublishCommand({ TopicArn: requireEnv('STAFF_TOPIC_ARN'), Subject: subject, Message: text, MessageAttributes }),
    { abortSignal: AbortSignal.timeout(Math.max(1, until - clock.now())) },
  );
}
