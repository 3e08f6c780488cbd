import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { physicalName } from '../stage/names';
import { runStageTool } from './stage';

/** Has SQS move a queue's dead letters back (API_StartMessageMoveTask). Returns about how many there are. */
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

const usage = `npm run redrive -- --stage NAME

Lets all dead tasks of the stage be tried again (docs/runbook.md, "Dead tasks").`;

void runStageTool(import.meta.url, usage, {}, async (stage) => {
  const sqs = new SQSClient({ region: stage.region });
  const QueueName = `${physicalName(stage.name, 'tasks-dead')}.fifo`;
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const waiting = await redrive(sqs, QueueUrl);
  console.log(waiting === 0 ? 'There are no dead tasks.' : `About ${waiting} dead tasks go back into the queue.`);
});
