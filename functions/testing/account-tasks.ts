import { queryRange } from '../adapters/dynamodb/query';
import { tasksKey } from '../adapters/users-table/keys';
import { usersTable } from '../adapters/users-table/table';
import { sendNotice } from '../domain/notices/notice-task';
import { runTasks } from '../platform/worker';
import type { TaskItem } from '../platform/tasks';
import { workers } from '../workers';
import { doTasks } from './task-queue';

const waiting = async (): Promise<TaskItem[]> =>
  (await queryRange<TaskItem>(usersTable(), { pk: tasksKey })).filter(({ kind }) => kind !== sendNotice.kind);

/**
 * Does the tasks that are due, but sends no notices, so that listNotices finds them. Returns the kinds of those that
 * were done, and of those that still wait.
 */
export async function doAccountTasks(): Promise<{ done: string[]; left: string[] }> {
  const before = await waiting();
  await doTasks({ handler: runTasks(workers.filter(({ kind }) => kind !== sendNotice.kind)) });
  const after = await waiting();
  const isLeft = ({ kind, id }: TaskItem) => after.some((one) => one.kind === kind && one.id === id);
  return { done: before.filter((task) => !isLeft(task)).map(({ kind }) => kind), left: after.map(({ kind }) => kind) };
}
