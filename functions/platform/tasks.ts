import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type * as z from 'zod/mini';
import { clock } from '../adapters/clock';
import { deleteItemIf, getItem, putItem, updateItemIf } from '../adapters/dynamodb/items';
import { queryPages } from '../adapters/dynamodb/query';
import { afterCommit, putWrite, type Write } from '../adapters/dynamodb/transaction';
import { newId } from '../adapters/ids';
import { tasksKey } from '../adapters/users-table/keys';
import { usersTable } from '../adapters/users-table/table';
import { requireEnv } from '../runtime/environment';
import { logger } from '../runtime/logger';

/*
 * Work that happens later. A task is an item of the users table, written in the transaction of the change that it
 * follows from, and stays there until it is done. After the commit its id is sent to the queue, whose messages start
 * the worker (worker.ts). What was not sent, or is due later, the sweep sends (sweepTasks).
 */

/** A task that waits. */
export interface TaskItem {
  id: string;
  kind: string;
  /** Tasks of a group are done one after the other, in the order in which they were sent. */
  group: string;
  body: unknown;
  /** Made anew each time, so that a task which takes the place of another one of its id is not taken for it. */
  nonce: string;
  /** Unix seconds from which the sweep sends it. */
  dueAt: number;
}

/** The body of a message: the queue holds no personal data. */
export interface TaskMessage {
  id: string;
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
  /** Enqueues a task by itself. */
  enqueue: (body: Body, options?: TaskOptions) => Promise<void>;
}

export interface TaskOptions {
  id?: string;
  notBefore?: number;
}

const minute = 60;
/** Seconds after which a task is sent again if no worker has had it. */
const sentAgainAfter = 5 * minute;
/** Seconds after which a task is sent again that the sweep has sent before: the queue may be long. */
const sweptAgainAfter = 15 * minute;
/** Seconds after which a task is sent anew that failed: by then the queue has given it up (decisions/tasks). */
export const anewAfterFailure = 24 * 60 * minute;

const keyOf = (id: string) => ({ pk: tasksKey, sk: id });

const client = new SQSClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
});

/**
 * Sends a task's message. A failure is only logged: the sweep sends it again. `nth` distinguishes repeats, which the
 * queue drops within five minutes (SQS developer guide, "Message deduplication ID").
 */
async function send({ id, nonce, group }: TaskItem, nth = ''): Promise<void> {
  try {
    await client.send(
      new SendMessageCommand({
        QueueUrl: requireEnv('TASKS_QUEUE_URL'),
        MessageBody: JSON.stringify({ id, nonce } satisfies TaskMessage),
        MessageGroupId: group,
        MessageDeduplicationId: `${nonce}${nth}`,
      }),
    );
  } catch (error) {
    logger.warn('a task could not be sent; the sweep sends it', { task: id, error: error as Error });
  }
}

/**
 * Declares a kind of tasks.
 * @param groupOf the group of a task, up to 128 ASCII characters without blanks, such as a shop's id; its own id if
 *   left out, so that it waits for no other
 */
export function defineTask<Body>(
  kind: string,
  schema: z.ZodMiniType<Body>,
  groupOf?: (body: Body) => string,
): Task<Body> {
  const itemOf = (body: Body, { id = newId(), notBefore = 0 }: TaskOptions = {}): TaskItem => ({
    id,
    kind,
    group: groupOf?.(body) ?? id,
    body,
    nonce: newId(),
    dueAt: Math.max(notBefore, clock.seconds() + sentAgainAfter),
  });
  const isDue = (options: TaskOptions = {}): boolean => (options.notBefore ?? 0) <= clock.seconds();
  return {
    kind,
    schema,
    write(body, options) {
      const item = itemOf(body, options);
      const write: Write = putWrite(usersTable(), keyOf(item.id), item);
      return isDue(options) ? { ...write, [afterCommit]: () => send(item) } : write;
    },
    async enqueue(body, options) {
      const item = itemOf(body, options);
      await putItem(usersTable(), keyOf(item.id), item);
      if (isDue(options)) await send(item);
    },
  };
}

/** A task that waits; undefined if it is done. */
export const readTask = (id: string): Promise<TaskItem | undefined> => getItem(usersTable(), keyOf(id));

/** The write that takes a task back, for the transaction of what made it needless. */
export const taskKey = keyOf;

const same = ({ nonce }: Pick<TaskItem, 'nonce'>) => ({ if: 'nonce = :nonce', values: { nonce } });

/** Removes a task that is done, unless another one has taken its place. */
export const removeTask = (task: TaskItem): Promise<boolean> => deleteItemIf(usersTable(), keyOf(task.id), same(task));

/** Has the sweep send a task again from `dueAt` on (unix seconds), unless another one has taken its place. */
export const postponeTask = async (task: TaskItem, dueAt: number): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(task.id), { set: { dueAt }, ...same(task) })) !== undefined;

/** Sends every task that is due and was not had by a worker. Returns how many. */
export async function sweepTasks(): Promise<{ sent: number }> {
  const now = clock.seconds();
  let sent = 0;
  const pages = queryPages<TaskItem>({
    TableName: usersTable(),
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'dueAt <= :now',
    ExpressionAttributeValues: { ':pk': tasksKey, ':now': now },
    ConsistentRead: true,
  });
  for await (const due of pages)
    for (const task of due.toSorted((left, right) => left.dueAt - right.dueAt)) {
      if (!(await postponeTask(task, now + sweptAgainAfter))) continue;
      await send(task, `-${now}`);
      sent += 1;
    }
  return { sent };
}
