import type { CallName } from '#shared/contract/index';
import { requestsCode, writesSessions, changesAccount, keepsSnapshots } from './capabilities';
import {
  usersTable,
  takesOverShops,
  tasks,
  auditRecord,
  cognito,
  cognitoClient,
  stripe,
  contact,
  type FunctionDeclaration,
} from './grants';

/** The functions of the calls about accounts: registration, reset, profile, change of address, deletion. */
export const accounts = {
  'get-user': { errorImpact: 'the portal does not open', permissions: [usersTable('UpdateItem')] },
  'mark-setup-complete': {
    errorImpact: 'the first-time wizard may show twice',
    permissions: [usersTable('UpdateItem')],
  },
  'update-profile': {
    errorImpact: 'nobody can change their name or phone number',
    permissions: [
      tasks(),
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminUpdateUserAttributes'),
    ],
  },
  'request-email-change': {
    errorImpact: 'nobody can change their e-mail address',
    permissions: [tasks(), ...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'verify-email-change': {
    errorImpact: 'nobody can change their e-mail address',
    permissions: [
      tasks(),
      ...changesAccount,
      ...keepsSnapshots,
      cognitoClient('AdminInitiateAuth', 'AdminGetUser'),
      stripe(),
    ],
  },
  'resend-email-change': {
    errorImpact: 'whoever lost the code cannot change their e-mail address',
    permissions: [tasks(), ...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'can-delete-user': { errorImpact: 'nobody can delete their account', permissions: [] },
  'delete-user': {
    errorImpact: 'nobody can delete their account',
    permissions: [tasks(), ...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminDeleteUser')],
  },
  'request-reset': { errorImpact: 'whoever forgot the password is shut out', permissions: requestsCode },
  'reset-password': {
    errorImpact: 'whoever forgot the password is shut out',
    permissions: [
      tasks(),
      ...writesSessions,
      cognitoClient('AdminGetUser', 'AdminSetUserMFAPreference', 'AdminSetUserPassword', 'AdminUserGlobalSignOut'),
    ],
  },
  'verify-email': {
    errorImpact: 'the link of the registration mail does not work',
    permissions: [
      usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
      cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
    ],
  },
  'cancel-registration': {
    errorImpact: 'whoever did not register cannot have the registration with their address deleted',
    permissions: [
      tasks(),
      usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminDeleteUser'),
      auditRecord(),
      contact(),
    ],
  },
  'resend-verification': {
    errorImpact: 'whoever lost the mail cannot finish a registration',
    permissions: requestsCode,
  },
  'request-registration': { errorImpact: 'nobody can register', permissions: requestsCode },
  register: { errorImpact: 'nobody can register by the older path', permissions: requestsCode },
  'verify-registration': {
    errorImpact: 'nobody can finish a registration',
    permissions: [
      takesOverShops(),
      ...writesSessions,
      // A browser is remembered only within the credential epoch of its session.
      usersTable('ConditionCheckItem'),
      cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
    ],
  },
  'resend-registration': {
    errorImpact: 'whoever lost the code cannot finish a registration',
    permissions: requestsCode,
  },
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
