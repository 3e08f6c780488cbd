import { taskTimeout } from '#shared/constants';
import { asksWhoIsAdministrator, changesShop, mirrorsDevices } from './permission-sets';
import {
  auditRecord,
  cognito,
  cognitoClient,
  contact,
  devicesTable,
  documentsInIndex,
  documentsTable,
  exported,
  limits,
  mail,
  originKey,
  portalOrigin,
  registrationNumber,
  staffTopic,
  takesTasks,
  tasks,
  usersTable,
  type FunctionDeclaration,
} from './permissions';

/** The one function that does all tasks (functions/workers.ts): the queue starts it; it has what each kind needs. */
export const worker = {
  errorImpact: 'what follows from a change (mails, messages to the staff, events of Stripe) is late',
  timeout: taskTimeout,
  permissions: [
    usersTable('Query', 'Scan', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchGetItem'),
    takesTasks,
    tasks,
    ...changesShop,
    documentsTable('GetItem', 'PutItem', 'BatchGetItem'),
    documentsInIndex,
    registrationNumber,
    exported('PutObject'),
    devicesTable('GetItem', 'BatchGetItem'),
    ...mirrorsDevices,
    ...asksWhoIsAdministrator,
    cognito('ListUsersInGroup'),
    cognitoClient('AdminGetUser', 'AdminDeleteUser', 'AdminUserGlobalSignOut'),
    auditRecord,
    limits,
    mail,
    staffTopic,
    portalOrigin,
    contact,
  ],
} as const satisfies FunctionDeclaration;

/** Functions that Cognito and API Gateway call by themselves. */
export const triggers = {
  'custom-message': {
    errorImpact: 'nobody can register, reset a password or sign in with an SMS code',
    permissions: [portalOrigin],
    timeout: 5, // Cognito's limit for a trigger
  },
  'authorize-origin': {
    errorImpact: 'every request to the portal is refused',
    permissions: [originKey],
    timeout: 10,
  },
} as const satisfies Record<string, FunctionDeclaration>;
