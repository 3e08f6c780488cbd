import type { CallName } from '#shared/contract/index';
import {
  asksWhoIsAdministrator,
  makesMasterPassword,
  requestsCode,
  endsSessions,
  keepsSnapshots,
  endsOtherSessions,
  writesSessions,
  changesAccount,
} from './capabilities';
import {
  auditRecord,
  cognito,
  cognitoClient,
  contact,
  devicesTable,
  stripe,
  tasks,
  usersTable,
  version,
  type FunctionDeclaration,
} from './grants';

/** The functions of the calls about accounts: signing in, registration, the account, its security, administrators. */
export const accountCalls = {
  // Signing in and out
  login: {
    errorImpact: 'nobody can sign in',
    permissions: [
      tasks(),
      ...writesSessions,
      // Transactions check the credential epoch: of a browser's session, and of the administrator who impersonates.
      usersTable('ConditionCheckItem'),
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminListGroupsForUser'),
      // Users that staff made or changed in Cognito's console.
      cognito('AdminRespondToAuthChallenge', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
    ],
  },
  'verify-mfa': {
    errorImpact: 'nobody with a second step can sign in',
    permissions: [
      tasks(),
      ...writesSessions,
      // A browser is remembered only within the credential epoch of its session.
      usersTable('ConditionCheckItem'),
      cognitoClient('AdminRespondToAuthChallenge', 'AdminGetUser', 'AdminListGroupsForUser'),
    ],
  },
  logout: {
    errorImpact: 'a session stays open until it expires',
    permissions: [...endsSessions, tasks(), cognitoClient()],
  },

  // Registration and reset
  'request-registration': { errorImpact: 'nobody can register', permissions: requestsCode },
  register: { errorImpact: 'nobody can register by the older path', permissions: requestsCode },
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
  'verify-registration': {
    errorImpact: 'nobody can finish a registration',
    permissions: [
      tasks(),
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
  'verify-email': {
    errorImpact: 'the link of the registration mail does not work',
    permissions: [
      usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
      cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
    ],
  },
  'resend-verification': {
    errorImpact: 'whoever lost the mail cannot finish a registration',
    permissions: requestsCode,
  },
  'request-reset': { errorImpact: 'whoever forgot the password is shut out', permissions: requestsCode },
  'reset-password': {
    errorImpact: 'whoever forgot the password is shut out',
    permissions: [
      tasks(),
      ...writesSessions,
      cognitoClient('AdminGetUser', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'),
    ],
  },

  // The account
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

  // Security of the account
  'confirm-password': {
    errorImpact: 'after half an hour nobody can make changes that ask for a recent authentication',
    permissions: [tasks(), ...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'change-password': {
    errorImpact: 'nobody can change their password except by a reset',
    permissions: [
      tasks(),
      ...changesAccount,
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserPassword', 'AdminUserGlobalSignOut'),
    ],
  },
  'get-mfa-status': {
    errorImpact: 'nobody sees whether two-step sign-in is on',
    permissions: [usersTable('GetItem'), cognito('AdminGetUser')],
  },
  'set-up-sms': {
    errorImpact: 'two-step sign-in by SMS cannot be switched on',
    permissions: [
      tasks(),
      ...changesAccount,
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminUpdateUserAttributes'),
    ],
  },
  'verify-sms': {
    errorImpact: 'two-step sign-in by SMS cannot be switched on',
    permissions: [
      tasks(),
      ...changesAccount,
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference'),
    ],
  },
  'set-up-totp': {
    errorImpact: 'two-step sign-in by app cannot be switched on',
    permissions: [tasks(), usersTable('PutItem'), ...endsSessions, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'verify-totp': {
    errorImpact: 'two-step sign-in by app cannot be switched on',
    permissions: [
      tasks(),
      ...changesAccount,
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference'),
    ],
  },
  'disable-mfa': {
    errorImpact: 'two-step sign-in cannot be switched off',
    permissions: [
      tasks(),
      usersTable('PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminSetUserMFAPreference'),
      auditRecord(),
    ],
  },
  'list-sessions': { errorImpact: 'nobody sees where they are signed in', permissions: [] },
  'list-impersonations': {
    errorImpact: 'nobody sees when an administrator was signed in as them, and why',
    permissions: [],
  },
  'end-session': { errorImpact: 'a lost device stays signed in', permissions: endsOtherSessions },
  'end-other-sessions': { errorImpact: 'lost devices stay signed in', permissions: endsOtherSessions },

  // Administrators
  'get-master-password': {
    errorImpact: 'administrators cannot sign in as a user',
    permissions: makesMasterPassword,
  },
  'make-master-password': {
    errorImpact: 'administrators cannot sign in as a user',
    permissions: makesMasterPassword,
  },
  'get-system-information': {
    errorImpact: 'administrators do not see the state of the system',
    permissions: [...asksWhoIsAdministrator, devicesTable('GetItem'), version()],
  },
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
