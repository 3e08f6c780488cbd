import { sweepTasks } from '../platform/tasks';
import { defineJob, foundNothing } from '../define-job';

export const handler = defineJob('sweep-tasks', sweepTasks, {
  reserveMs: 10_000,
  isIdle: foundNothing,
  failure: ({ failed }) => (failed > 0 ? `${failed} tasks could not be sent` : undefined),
});
