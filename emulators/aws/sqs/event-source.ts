import { DeleteMessageBatchCommand, ReceiveMessageCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord, SQSRecordAttributes } from 'aws-lambda';

export interface EventSource {
  /** Has the rights of the function's role. */
  client: SQSClient;
  queueUrl: string;
  queueArn: string;
  /** @default 10 */
  batchSize?: number;
  /** Whether the function names the messages that failed (`ReportBatchItemFailures`). */
  reportsFailures: boolean;
  /** Runs the function; rejects if it fails. */
  invoke: (event: SQSEvent) => Promise<unknown>;
}

/** A message as a function gets it (Lambda developer guide, "Using Lambda with Amazon SQS"). */
const recordOf = (message: Message, eventSourceARN: string): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: message.Attributes as unknown as SQSRecordAttributes,
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN,
  awsRegion: eventSourceARN.split(':')[3] ?? '',
});

/**
 * The ids of the messages that failed, as Lambda reads a function's response: an empty one, or none, means that all
 * succeeded; one that it cannot read, or that names another message, means that all failed (Lambda developer guide,
 * "Success and failure conditions").
 */
export function failedIds(response: unknown, ids: readonly string[]): readonly string[] {
  if (response === null || response === undefined || response === '') return [];
  if (typeof response !== 'object') return ids;
  const failures: unknown = (response as { batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(failures)) return ids;
  const failed = failures.map((one) => (one as { itemIdentifier?: string } | null)?.itemIdentifier ?? '');
  return failed.every((id) => ids.includes(id)) ? failed : ids;
}

/**
 * Receives a batch, runs the function with it, and deletes what succeeded, as Lambda's event source mapping does. What
 * failed comes again when its visibility ends. Returns how many messages it received, and why the function failed.
 * @throws the SQS client's errors
 */
export async function deliverBatch(source: EventSource): Promise<{ received: number; failure?: unknown }> {
  const { client, queueUrl: QueueUrl, queueArn, batchSize = 10, reportsFailures, invoke } = source;
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: batchSize,
      MessageSystemAttributeNames: ['All'],
      WaitTimeSeconds: 20,
    }),
  );
  const received = Messages.length;
  if (received === 0) return { received };
  const records = Messages.map((message) => recordOf(message, queueArn));
  const ids = records.map(({ messageId }) => messageId);
  let failed: readonly string[];
  try {
    const response = await invoke({ Records: records });
    failed = reportsFailures ? failedIds(response, ids) : [];
  } catch (failure) {
    return { received, failure };
  }
  const Entries = records
    .filter(({ messageId }) => !failed.includes(messageId))
    .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
  if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  return { received };
}
