import type { CallName } from '#shared/contract/index';
import { makesMasterPassword, endsSessions, endsOtherSessions, writesSessions, changesAccount } from './capabilities';
import { usersTable, tasks, auditRecord, cognito, cognitoClient, type FunctionDeclaration } from './grants';

/** The functions of the calls that sign in and out, set up what secures an account, and let administrators in. */
export const signIn = {
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
  'list-impersonations': {
    errorImpact: 'nobody sees when an administrator was signed in as them, and why',
    permissions: [],
  },
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
