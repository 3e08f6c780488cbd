import type { NoticeItem } from '../adapters/users-table/notices';
import { queryRange } from '../adapters/dynamodb/query';
import { tasksKey } from '../adapters/users-table/keys';
import { usersTable } from '../adapters/users-table/table';
import type { TaskItem } from '../platform/tasks';

/** The notices that wait to be mailed and are still worth telling, oldest first. `now` in unix seconds. */
export async function listNotices(now = Date.now() / 1000): Promise<NoticeItem[]> {
  const tasks = await queryRange<TaskItem>(usersTable(), { pk: tasksKey, beginning: 'send-notice#' });
  return tasks
    .map(({ body }) => body as NoticeItem)
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((left, right) => left.at - right.at);
}
