import { taskTimeout } from '#shared/limits';
import { changesShop, indexesDocuments, makesExports } from './capabilities';
import { documentsTable, takesTasks, tasks, usersTable, type FunctionDeclaration } from './grants';
import { limits } from './stage-variables';

/** The one function that does all tasks (functions/workers.ts): the queue starts it; it has what each kind needs. */
export const worker = {
  errorImpact: 'what follows from a change (mails, messages to the staff, events of Stripe) is late',
  timeout: taskTimeout,
  permissions: [
    usersTable('Query', 'Scan', 'GetItem', 'UpdateItem', 'DeleteItem', 'BatchGetItem'),
    takesTasks(),
    tasks(),
    ...changesShop,
    ...indexesDocuments,
    documentsTable('BatchGetItem'),
    ...makesExports,
    limits(),
  ],
} as const satisfies FunctionDeclaration;
