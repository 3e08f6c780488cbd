import type { NoticeItem } from '#functions/mails/notices-table';
import { queryRange } from '#functions/platform/dynamodb/query';
import { tasksKey, usersTable } from '#functions/platform/users-table';
import type { TaskItem } from '#functions/platform/tasks';

/** The notices that wait to be mailed and are still worth telling, oldest first. `now` in unix seconds. */
export async function listNotices(now = Date.now() / 1000): Promise<NoticeItem[]> {
  const tasks = await queryRange<TaskItem>(usersTable(), { pk: tasksKey, beginning: 'send-notice#' });
  return tasks
    .map(({ body }) => body as NoticeItem)
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((left, right) => left.at - right.at);
}
