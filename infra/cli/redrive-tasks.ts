import { GetQueueAttributesCommand, StartMessageMoveTaskCommand, type SQSClient } from '@aws-sdk/client-sqs';

/**
 * Has SQS move the messages of a dead-letter queue back to the queue where they came from (API_StartMessageMoveTask).
 * Returns about how many there are; without any it moves nothing.
 */
export async function redrive(sqs: SQSClient, deadLetters: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: deadLetters,
      AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'],
    }),
  );
  const waiting = Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
  if (waiting > 0) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes['QueueArn'] }));
  return waiting;
}
