import { queryRange } from '#functions/platform/dynamodb/query';
import { tasksKey, usersTable } from '#functions/platform/users-table';
import { sendNotice } from '#functions/mails/notices-table';
import { runTasks } from '#functions/platform/worker';
import { leaveToQueue, type TaskItem, type TaskMessage } from '#functions/platform/tasks';
import { allWorkers, doTasks } from './task-queue';

const waiting = async (): Promise<TaskItem[]> =>
  (await queryRange<TaskItem>(usersTable(), { pk: tasksKey })).filter(({ kind }) => kind !== sendNotice.kind);

/** Takes a notice from the queue and keeps its task, so that no later call has it delivered again. */
const workOrKeep: ReturnType<typeof runTasks> = async (event, context) => {
  const messages = event.Records.map(({ body }) => JSON.parse(body) as TaskMessage);
  const isNotice = messages.every(({ kind }) => kind === sendNotice.kind);
  if (!isNotice) {
    const { workers } = await allWorkers();
    return runTasks(workers.filter(({ kind }) => kind !== sendNotice.kind))(event, context);
  }
  for (const message of messages) await leaveToQueue(message);
  return { batchItemFailures: [] };
};

/**
 * Does the tasks that are due, but sends no notices, so that listNotices finds them. Returns the kinds of those that
 * were done, and of those that still wait.
 */
export async function doAccountTasks(): Promise<{ done: string[]; left: string[] }> {
  const before = await waiting();
  await doTasks({ handler: workOrKeep });
  const after = await waiting();
  const isLeft = ({ kind, id }: TaskItem) => after.some((one) => one.kind === kind && one.id === id);
  return { done: before.filter((task) => !isLeft(task)).map(({ kind }) => kind), left: after.map(({ kind }) => kind) };
}
