import { taskTimeout } from '#shared/constants';
import { changesShop, mirrorsDevices } from './permission-sets';
import * as may from './permissions';

/** The one function that does all tasks (functions/workers.ts): the queue starts it; it has what each kind needs. */
export const worker = {
  errorImpact: 'what follows from a change (mails, messages to the staff, events of Stripe) is late',
  timeout: taskTimeout,
  permissions: [
    may.usersTable('Query', 'Scan', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchGetItem'),
    may.takesTasks,
    may.tasks,
    ...changesShop,
    may.documentsTable('GetItem', 'PutItem', 'BatchGetItem'),
    may.documentsInIndex,
    may.registrationNumber,
    may.exported('PutObject'),
    may.devicesTable('GetItem', 'BatchGetItem'),
    ...mirrorsDevices,
    may.cognitoClient('AdminGetUser', 'AdminDeleteUser'),
    may.auditRecord,
    may.limits,
    may.mail,
    may.staffTopic,
    may.portalOrigin,
    may.contact,
  ],
} as const satisfies may.FunctionDeclaration;

/** Functions that Cognito and API Gateway call by themselves. */
export const triggers = {
  'custom-message': {
    errorImpact: 'nobody can register, reset a password or sign in with an SMS code',
    permissions: [may.portalOrigin],
    timeout: 5, // Cognito's limit for a trigger
  },
  'authorize-origin': {
    errorImpact: 'every request to the portal is refused',
    permissions: [may.originKey],
    timeout: 10,
  },
} as const satisfies Record<string, may.FunctionDeclaration>;
