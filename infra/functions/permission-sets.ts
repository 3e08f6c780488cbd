import {
  auditRecord,
  cognito,
  cognitoClient,
  devicesInIndex,
  devicesTable,
  records,
  stripe,
  tasks,
  usersTable,
  type Permission,
} from './permissions';

/** Sets of permissions that several calls need, named by their use. */

/** Asks Cognito whether the caller is still an administrator. */
export const asksWhoIsAdministrator: readonly Permission[] = [cognito('AdminGetUser', 'AdminListGroupsForUser')];

/** Keeps the hash of a master password for an administrator, and records it. */
export const makesMasterPassword: readonly Permission[] = [
  ...asksWhoIsAdministrator,
  usersTable('PutItem'),
  auditRecord,
];

/** Counts a mail, and has Cognito send it within a fixed time or leaves it to a task. */
export const requestsCode: readonly Permission[] = [
  tasks,
  usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  cognitoClient(),
];

/** Ends sessions with known keys, and records it if they were impersonations. */
export const endsSessions: readonly Permission[] = [usersTable('UpdateItem', 'DeleteItem'), auditRecord];

/** Like {@link endsSessions}, and has Cognito end the user's tokens. */
export const endsOtherSessions: readonly Permission[] = [
  ...endsSessions,
  tasks,
  cognito('AdminGetUser', 'AdminUserGlobalSignOut'),
];

/** Signs a user in or sets a password: counts attempts, reads all sessions, writes and ends them. */
export const writesSessions: readonly Permission[] = [
  usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  auditRecord,
];

/** Changes a signed-in user's account: counts attempts, takes the lease for such changes, writes sessions, notices. */
export const changesAccount: readonly Permission[] = [
  tasks,
  usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  auditRecord,
];

/** Keeps a reading of a shop together with the movements that it asks for (decisions/movements). */
export const keepsSnapshots: readonly Permission[] = [
  tasks,
  usersTable('GetItem', 'PutItem', 'UpdateItem', 'BatchWriteItem', 'ConditionCheckItem'),
  devicesTable('Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
  devicesInIndex,
];

/**
 * Mirrors devices and requests, finds the shops of devices that are back or got another serial number, raises the
 * version of their snapshots for what it names anew, and enqueues news for their owners.
 */
export const mirrorsDevices: readonly Permission[] = [
  tasks,
  devicesTable('GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'),
  devicesInIndex,
  usersTable('GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'),
  records,
];

/** Reads shops from Stripe again and writes their snapshots. */
export const refreshesShops: readonly Permission[] = [...keepsSnapshots, usersTable('DeleteItem'), stripe];

/** Changes a shop at Stripe while it holds the shop's lease, and writes its snapshot. */
export const changesShop: readonly Permission[] = [...refreshesShops, usersTable('UpdateItem', 'BatchGetItem')];

/** Changes a movement of the caller's, and leaves the news of it for the staff. */
export const changesMovement: readonly Permission[] = [
  tasks,
  usersTable('PutItem'),
  devicesTable('GetItem', 'UpdateItem'),
];

/** Accepts a device request, and enqueues what the staff are told. */
export const requestsDevice: readonly Permission[] = [
  tasks,
  devicesTable('GetItem', 'Query', 'PutItem', 'ConditionCheckItem'),
  // The record of the request, so that a repeat makes no second one.
  usersTable('GetItem', 'PutItem', 'UpdateItem'),
];
