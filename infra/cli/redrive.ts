import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { physicalName } from '../stage/names';
import { redrive } from './redrive-tasks';
import { runTool, stageArgument } from './stage-argument';

/** `npm run redrive -- --stage NAME`: lets the stage's dead tasks be tried again (docs/runbook.md, "Dead tasks"). */
await runTool(async () => {
  const { stage } = stageArgument(process.argv.slice(2));
  const sqs = new SQSClient({ region: stage.region });
  const QueueName = `${physicalName(stage.name, 'tasks-dead')}.fifo`;
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const waiting = await redrive(sqs, QueueUrl);
  console.log(waiting === 0 ? 'There are no dead tasks.' : `About ${waiting} dead tasks go back into the queue.`);
});
