import * as may from './permissions';

/** Sets of permissions that several calls need, named by their use. */

/** Asks Cognito whether the caller is still an administrator. */
export const asksWhoIsAdministrator: readonly may.Permission[] = [
  may.cognito('AdminGetUser', 'AdminListGroupsForUser'),
];

/** Keeps the hash of a master password for an administrator, and records it. */
export const makesMasterPassword: readonly may.Permission[] = [
  ...asksWhoIsAdministrator,
  may.usersTable('PutItem'),
  may.auditRecord,
];

/** Counts a mail, and has Cognito send it within a fixed time or leaves it to a task. */
export const requestsCode: readonly may.Permission[] = [
  may.tasks,
  may.usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  may.cognitoClient(),
];

/** Ends sessions with known keys, and records it if they were impersonations. */
export const endsSessions: readonly may.Permission[] = [may.usersTable('UpdateItem', 'DeleteItem'), may.auditRecord];

/** Signs a user in or sets a password: counts attempts, reads, writes and ends sessions, knows the browser. */
export const writesSessions: readonly may.Permission[] = [
  may.usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'),
  may.auditRecord,
];

/** Checks a password or an address of a signed-in user: counts attempts and mails, renews or ends the session. */
export const checksOwner: readonly may.Permission[] = [
  may.usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  may.auditRecord,
];

/** Changes a signed-in user's account: takes the lease for such changes, writes sessions, tasks and notices besides. */
export const changesAccount: readonly may.Permission[] = [may.tasks, ...checksOwner];

/** Keeps a reading of a shop together with the movements that it asks for (decisions/movements). */
const keepsSnapshots: readonly may.Permission[] = [
  may.tasks,
  may.usersTable('GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'),
  may.devicesTable('Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
  may.devicesInIndex,
];

/** Mirrors devices and requests, follows movements of shops whose devices changed, and enqueues news. */
export const mirrorsDevices: readonly may.Permission[] = [
  may.tasks,
  may.devicesTable('GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'),
  may.devicesInIndex,
  may.usersTable('GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'),
  may.records,
];

/** Reads shops from Stripe again and writes their snapshots. */
export const refreshesShops: readonly may.Permission[] = [...keepsSnapshots, may.usersTable('DeleteItem'), may.stripe];

/** Changes a shop at Stripe while it holds the shop's lease, and writes its snapshot. */
export const changesShop: readonly may.Permission[] = [...refreshesShops, may.usersTable('UpdateItem', 'BatchGetItem')];

/** Changes a movement of the caller's, and leaves the news of it for the staff. */
export const changesMovement: readonly may.Permission[] = [
  may.tasks,
  may.usersTable('PutItem'),
  may.devicesTable('GetItem', 'UpdateItem'),
];

/** Accepts a device request, and enqueues what the staff are told. */
export const requestsDevice: readonly may.Permission[] = [
  may.tasks,
  may.devicesTable('GetItem', 'Query', 'PutItem', 'ConditionCheckItem'),
  // The record of the request, so that a repeat makes no second one.
  may.usersTable('GetItem', 'PutItem', 'UpdateItem'),
];
