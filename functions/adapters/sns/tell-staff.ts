import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { requireEnv } from '../../runtime/environment';

const client = new SNSClient({ maxAttempts: 3, requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true } });

/** Tells the staff who subscribed to the topic. Subjects are ASCII in SNS's mails, at most 100 characters (API_Publish). */
export async function tellStaff(subject: string, text: string): Promise<void> {
  await client.send(new PublishCommand({ TopicArn: requireEnv('STAFF_TOPIC_ARN'), Subject: subject, Message: text }));
}
