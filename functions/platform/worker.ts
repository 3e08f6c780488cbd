import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { failedTaskLine, taskQueue } from '#shared/constants';
import { clock } from './clock';
import { isUnavailable } from './unavailable';
import { requireEnv } from './environment';
import { logger } from './logger';
import { leaveToQueue, readTask, removeTask, type Task, type TaskMessage } from './tasks';

export interface TaskContext {
  id: string;
  /** When its time is over, in unix milliseconds. */
  until: number;
}

export interface Worker {
  kind: string;
  /** Why a second delivery does no harm, in a line: SQS and the sweep deliver at least once. */
  safeTwice: string;
  work: (body: unknown, context: TaskContext) => Promise<void>;
}

/** Declares how tasks of a kind are done. One that throws is repeated, ever later, for more than a day. */
export const defineWorker = <Body>(
  task: Task<Body>,
  verb: (body: Body, context: TaskContext) => Promise<unknown>,
  safeTwice: string,
): Worker => ({
  kind: task.kind,
  safeTwice,
  work: async (body, context) => void (await verb(task.schema.parse(body), context)),
});

/** Seconds before a task that failed so many times is tried again. */
export const pauseAfter = (failures: number): number => Math.min(10 * 2 ** (failures - 1), 60 * 60);

/** Milliseconds that a verb leaves for recording how its task ended. */
const reserveMs = 5000;

const client = new SQSClient({ maxAttempts: 3 });

/** The message comes again after a pause; if that cannot be said, when the queue takes its function for killed. */
async function tryLater({ receiptHandle, attributes }: SQSRecord): Promise<void> {
  const VisibilityTimeout = pauseAfter(Number(attributes.ApproximateReceiveCount));
  const QueueUrl = requireEnv('TASKS_QUEUE_URL');
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout }));
}

/** Does a task, unless it was done by an earlier delivery, or replaced by one that has a message of its own. */
async function work(workers: ReadonlyMap<string, Worker>, message: TaskMessage, until: number): Promise<void> {
  const task = await readTask(message);
  if (task?.nonce !== message.nonce) return;
  try {
    const worker = workers.get(task.kind);
    if (!worker) throw new Error(`No worker does tasks of the kind ${task.kind}`);
    await worker.work(task.body, { id: task.id, until });
  } catch (error) {
    await leaveToQueue(task).catch((failure: unknown) =>
      logger.warn('a failed task may be sent once more', { error: failure }),
    );
    throw error;
  }
  await removeTask(task);
}

/** Does the task that a message names; returns false if it failed. */
async function workOn(workers: ReadonlyMap<string, Worker>, record: SQSRecord, until: number): Promise<boolean> {
  const message = JSON.parse(record.body) as TaskMessage;
  logger.appendKeys({ kind: message.kind, task: message.id });
  try {
    await work(workers, message, until);
    return true;
  } catch (error) {
    const tries = Number(record.attributes.ApproximateReceiveCount);
    const isLast = tries >= taskQueue.mostTries;
    logger[isLast || !isUnavailable(error) ? 'error' : 'warn'](failedTaskLine, {
      kind: message.kind,
      task: message.id,
      tries,
      error,
    });
    await tryLater(record).catch((failure: unknown) =>
      logger.warn('a failed task is tried again later than it should be', { error: failure }),
    );
    return false;
  }
}

/** The handler of the function that does all tasks: one message at a time, so that no task waits for another's time. */
export const runTasks = (workers: readonly Worker[]) => {
  const byKind = new Map(workers.map((worker) => [worker.kind, worker]));
  return async (
    { Records }: SQSEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>,
  ): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of Records) {
      logger.resetKeys();
      logger.appendKeys({ requestId: context.awsRequestId });
      const until = clock.now() + context.getRemainingTimeInMillis() - reserveMs;
      if (!(await workOn(byKind, record, until))) batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
};
