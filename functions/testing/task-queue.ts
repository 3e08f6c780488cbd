import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { taskQueue, taskTimeout } from '#shared/constants';
import { deliverBatch } from '#emulators/aws';
import { queryRange } from '#functions/platform/dynamodb/query';
import { tasksKey, usersTable } from '#functions/platform/users-table';
import { sweepTasks, type TaskItem } from '#functions/platform/tasks';
import type { runTasks } from '#functions/platform/worker';
import type * as Workers from '#functions/workers';

type Handler = ReturnType<typeof runTasks>;

const everyWorker = '#functions/workers';
/** By a name that Jest's `--findRelatedTests` does not see: else each test that runs tasks depended on every room. */
export const allWorkers = (): Promise<typeof Workers> => import(everyWorker) as Promise<typeof Workers>;

const sqs = new SQSClient({});
/** By the queues' addresses. */
const arns = new Map<string, string>();

async function arnOf(QueueUrl: string): Promise<string> {
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] });
  const arn = arns.get(QueueUrl) ?? (await sqs.send(asked)).Attributes?.['QueueArn'] ?? '';
  arns.set(QueueUrl, arn);
  return arn;
}

/** Makes the queue of tasks with its dead letters, as the templates do. */
export async function makeTaskQueue(): Promise<void> {
  const make = async (QueueName: string, more: Record<string, string> = {}): Promise<string> => {
    const attributes = { FifoQueue: 'true', VisibilityTimeout: String(taskQueue.visibleAgainAfter), ...more };
    return (await sqs.send(new CreateQueueCommand({ QueueName, Attributes: attributes }))).QueueUrl ?? '';
  };
  const dead = await make('tasks-dead.fifo');
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: await arnOf(dead),
    maxReceiveCount: taskQueue.mostTries,
  });
  process.env['TASKS_QUEUE_URL'] = await make('tasks.fifo', {
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
    RedrivePolicy,
  });
}

/** The tasks that wait, of kinds that begin so. */
export const waitingTasks = (kind = ''): Promise<TaskItem[]> =>
  queryRange<TaskItem>(usersTable(), { pk: tasksKey, beginning: kind });

/**
 * Does all tasks that are due now, as the queue, its mapping and the sweep do; those that fail wait for their next
 * time. Returns how many deliveries it took. `handler` is the worker's own if left out.
 */
export async function doTasks({ sweep = true, handler }: { sweep?: boolean; handler?: Handler } = {}): Promise<number> {
  const queueUrl = process.env['TASKS_QUEUE_URL'] ?? '';
  const own = handler ?? (await allWorkers()).handler;
  const invoke: Parameters<typeof deliverBatch>[0]['invoke'] = (event) =>
    own(event, { getRemainingTimeInMillis: () => taskTimeout * 1000 });
  if (sweep) await sweepTasks();
  const queueArn = await arnOf(queueUrl);
  for (let deliveries = 0; ; deliveries += 1) {
    const source = { client: sqs, queueUrl, queueArn, batchSize: 1, reportsFailures: true, invoke };
    const { received, failure } = await deliverBatch(source);
    if (failure !== undefined) throw failure;
    if (received === 0) return deliveries;
  }
}
