import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type * as z from 'zod/mini';
import { callOverAfter, taskQueue } from '#shared/constants';
import { CallError } from '#shared/errors';
import { clock } from './clock';
import { deleteItem, deleteItemIf, getItem, putItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryPages } from '#functions/platform/dynamodb/query';
import { afterCommit, putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { newId } from './crypto';
import { tasksKey, usersTable } from './users-table';
import { partsOf } from './map-with-limit';
import { requireEnv } from './environment';
import { logger } from './logger';

/*
 * Work that happens later. A task is an item of the users table, written in the transaction of the change that it
 * follows from, and stays there until it is done. After the commit its id is sent to the queue, whose messages start
 * the worker (worker.ts). What was not sent, or is due later, the sweep sends (sweepTasks).
 */

/** What names a task: ids of different kinds have nothing to do with each other. */
interface TaskName {
  kind: string;
  id: string;
}

export interface TaskItem extends TaskName {
  /** Tasks of one kind and group are done one after the other, in the order in which they were sent. */
  group: string;
  body: unknown;
  /** Made anew each time, so that a task which takes the place of another one of its id is not taken for it. */
  nonce: string;
  /** Unix seconds from which the sweep sends it. */
  dueAt: number;
}

/** The body of a message: the queue holds no personal data. */
export interface TaskMessage extends TaskName {
  nonce: string;
}

/** A kind of tasks, for those who enqueue one. */
export interface Task<Body> {
  kind: string;
  schema: z.ZodMiniType<Body>;
  /**
   * The write that enqueues a task, for the transaction of its cause. A task of the same id takes the place of the one
   * that waits. `notBefore` in unix seconds; a later time than now is met to five minutes.
   */
  write: (body: Body, options?: TaskOptions) => Write;
  enqueue: (body: Body, options?: TaskOptions) => Promise<void>;
}

interface TaskOptions {
  id?: string;
  notBefore?: number;
}

const minute = 60;
/** Seconds after which a task is sent again if no worker has had it. */
const sentAgainAfter = 5 * minute;
/** Longer than the queue keeps a message or a dead letter (shared/constants.ts), in seconds. */
const beyondQueue = (taskQueue.keptDays + 1) * 24 * 60 * minute;

const keyOf = ({ kind, id }: TaskName) => ({ pk: tasksKey, sk: `${kind}#${id}` });

const client = new SQSClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
});

/** The most messages of one request (API_SendMessageBatch). */
const mostMessages = 10;

/**
 * Sends the messages of tasks in one request. `nth` distinguishes repeats, which the queue drops within five minutes
 * (SQS developer guide, "Message deduplication ID"). Groups of different kinds do not wait for each other.
 */
async function send(tasks: readonly TaskItem[], nth = ''): Promise<void> {
  const Entries = tasks.map(({ kind, id, nonce, group }, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify({ kind, id, nonce } satisfies TaskMessage),
    MessageGroupId: `${kind}#${group}`,
    MessageDeduplicationId: `${nonce}${nth}`,
  }));
  const batch = new SendMessageBatchCommand({ QueueUrl: requireEnv('TASKS_QUEUE_URL'), Entries });
  const { Failed: [failed] = [] } = await client.send(batch);
  if (failed) throw new Error(`The queue did not take a message: ${failed.Code} ${failed.Message}`);
}

/** Sends tasks that were just written; after a failure, which is only logged, the sweep does. */
async function sendWritten(tasks: readonly TaskItem[]): Promise<void> {
  for (const part of partsOf(tasks, mostMessages))
    await send(part).catch((error: unknown) => {
      const names = part.map(({ kind, id }) => `${kind} ${id}`);
      logger.warn('tasks could not be sent; the sweep sends them', { tasks: names, error });
    });
}

const sendTasksOf = (writes: readonly Write[]): Promise<void> =>
  sendWritten(writes.filter((one) => one[afterCommit] === sendTasksOf).map(({ Put }) => Put?.Item as TaskItem));

/**
 * Declares a kind of tasks.
 * @param groupOf the group of a task, up to 90 ASCII characters without blanks, such as a shop's id; without
 *   one its own id, so that it waits for no other
 */
export function defineTask<Body>(
  kind: string,
  schema: z.ZodMiniType<Body>,
  groupOf?: (body: Body) => string | undefined,
): Task<Body> {
  const itemOf = (body: Body, { id = newId(), notBefore = 0 }: TaskOptions = {}): TaskItem => ({
    id,
    kind,
    group: groupOf?.(body) ?? id,
    body,
    nonce: newId(),
    dueAt: notBefore > clock.seconds() ? notBefore : clock.seconds() + sentAgainAfter,
  });
  const isDue = (options: TaskOptions = {}): boolean => (options.notBefore ?? 0) <= clock.seconds();
  return {
    kind,
    schema,
    write(body, options) {
      const item = itemOf(body, options);
      const write: Write = putWrite(usersTable(), keyOf(item), item);
      return isDue(options) ? { ...write, [afterCommit]: sendTasksOf } : write;
    },
    async enqueue(body, options) {
      const item = itemOf(body, options);
      await putItem(usersTable(), keyOf(item), item);
      if (isDue(options)) await sendWritten([item]);
    },
  };
}

export const readTask = (name: TaskName): Promise<TaskItem | undefined> => getItem(usersTable(), keyOf(name));

/** Takes a task back that need not be done any more. Safe to repeat. */
export async function withdrawTask({ kind }: Pick<TaskName, 'kind'>, id: string): Promise<void> {
  await deleteItem(usersTable(), keyOf({ kind, id }));
}

/**
 * Does the work of a call. A task that is enqueued before finishes it if it is cut off or its outcome is unknown: it is
 * due once the call is over, and taken back after a result or a refusal (CallError), which changed nothing.
 */
export async function finishIfCut<Body, T>(
  task: Task<Body>,
  body: Body,
  work: () => Promise<T>,
  id = newId(),
): Promise<T> {
  await task.enqueue(body, { id, notBefore: clock.seconds() + callOverAfter });
  const withdraw = (): Promise<void> => withdrawTask(task, id);
  const result = await work().catch(async (error: unknown) => {
    if (error instanceof CallError) await withdraw();
    throw error;
  });
  await withdraw();
  return result;
}

const same = ({ nonce }: Pick<TaskItem, 'nonce'>) => ({ if: 'nonce = :nonce', values: { nonce } });

/** Removes a task that is done, unless another one has taken its place. */
export const removeTask = (task: TaskItem): Promise<boolean> => deleteItemIf(usersTable(), keyOf(task), same(task));

/** The queue has a task's message or dead letter, so the sweep leaves it until neither can be left. */
export async function leaveToQueue(task: TaskMessage): Promise<void> {
  await updateItemIf(usersTable(), keyOf(task), { set: { dueAt: clock.seconds() + beyondQueue }, ...same(task) });
}

/** Sends every task that is due and was not had by a worker. Returns how many were sent, and how many not. */
export async function sweepTasks(): Promise<{ sent: number; failed: number }> {
  const now = clock.seconds();
  const result = { sent: 0, failed: 0 };
  const pages = queryPages<TaskItem>({
    TableName: usersTable(),
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'dueAt <= :now',
    ExpressionAttributeValues: { ':pk': tasksKey, ':now': now },
    ConsistentRead: true,
  });
  for await (const due of pages)
    for (const task of due.toSorted((left, right) => left.dueAt - right.dueAt))
      try {
        await send([task], `-${task.dueAt}`);
        await leaveToQueue(task);
        result.sent += 1;
      } catch (error) {
        result.failed += 1;
        logger.warn('a task could not be sent', { kind: task.kind, task: task.id, error });
      }
  return result;
}
