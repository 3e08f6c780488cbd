import { runTasks } from '../platform/worker';
import { workers } from '../workers';

/** The queue of tasks starts it with one message. */
export const handler = runTasks(workers);
