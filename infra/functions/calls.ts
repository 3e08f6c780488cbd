import { costOf } from '#shared/contract/call';
import { calls, type CallName, type ListedCall } from '#shared/contract/index';
import { chargeTimeout } from '#shared/constants';
import * as sets from './permission-sets';
import * as may from './permissions';

/** What functions of calls may do beside what follows from the contract ({@link commonPermissions}). */
type CallPermissions = Partial<Record<CallName, readonly may.Permission[]>>;

/** The functions of the calls about accounts: registration, reset, profile, change of address, deletion. */
const accounts = {
  'get-user': [may.usersTable('UpdateItem')],
  'mark-setup-complete': [may.usersTable('UpdateItem')],
  'update-profile': [
    may.tasks,
    may.usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
    may.cognito('AdminGetUser', 'AdminUpdateUserAttributes'),
  ],
  'request-email-change': [...sets.checksOwner, may.cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'verify-email-change': [...sets.changesAccount, may.cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'resend-email-change': [...sets.checksOwner, may.cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'can-delete-user': [],
  'delete-user': [...sets.changesAccount, may.cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminDeleteUser')],
  'request-reset': sets.requestsCode,
  'reset-password': [
    may.tasks,
    ...sets.writesSessions,
    may.cognitoClient('AdminGetUser', 'AdminSetUserMFAPreference', 'AdminSetUserPassword'),
  ],
  'verify-email': [
    may.usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
    may.cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
  ],
  'cancel-registration': [
    may.tasks,
    may.usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
    may.cognito('AdminGetUser', 'AdminDeleteUser'),
    may.auditRecord,
    may.contact,
  ],
  'resend-verification': sets.requestsCode,
  'request-registration': sets.requestsCode,
  register: sets.requestsCode,
  'verify-registration': [
    may.takesOverShops,
    ...sets.writesSessions,
    may.cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
  ],
  'resend-registration': sets.requestsCode,
} as const satisfies CallPermissions;

/** The functions of the calls that sign in and out, set up what secures an account, and let administrators in. */
const signIn = {
  // Signing in and out
  login: [
    may.tasks,
    ...sets.writesSessions,
    may.cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminListGroupsForUser'),
    // Users that staff made or changed in Cognito's console.
    may.cognito('AdminRespondToAuthChallenge', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
  ],
  'verify-mfa': [
    may.tasks,
    ...sets.writesSessions,
    may.cognitoClient('AdminRespondToAuthChallenge', 'AdminGetUser', 'AdminListGroupsForUser'),
  ],
  logout: sets.endsSessions,

  // Security of the account
  'confirm-password': [...sets.checksOwner, may.cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'change-password': [
    ...sets.changesAccount,
    may.cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserPassword'),
  ],
  'get-mfa-status': [may.usersTable('GetItem'), may.cognito('AdminGetUser')],
  'set-up-sms': [
    ...sets.changesAccount,
    may.cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminUpdateUserAttributes'),
  ],
  'verify-sms': [
    ...sets.changesAccount,
    may.cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference'),
  ],
  'set-up-totp': [...sets.endsSessions, may.cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'verify-totp': [
    ...sets.changesAccount,
    may.cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference'),
  ],
  'disable-mfa': [
    may.tasks,
    may.usersTable('PutItem', 'UpdateItem', 'DeleteItem'),
    may.cognito('AdminGetUser', 'AdminSetUserMFAPreference'),
    may.auditRecord,
  ],
  'list-sessions': [],
  'end-session': [...sets.endsSessions, may.cognito('AdminGetUser')],
  'end-other-sessions': [...sets.endsSessions, may.cognito('AdminGetUser')],

  // Administrators
  'get-master-password': sets.makesMasterPassword,
  'make-master-password': sets.makesMasterPassword,
  'list-impersonations': [],
} as const satisfies CallPermissions;

/** The functions of the calls about shops and their subscriptions, from opening to ending. */
const shops = {
  // Shops
  'list-shops': [...sets.refreshesShops, may.usersTable('BatchGetItem')],
  'refresh-shop': sets.refreshesShops,
  'update-shop': sets.changesShop,
  'confirm-invoice-address': sets.changesShop,
  'delete-shop': [...sets.changesShop, may.auditRecord],

  // Openings
  'create-subscription': sets.changesShop,
  'create-shop-only': sets.changesShop,
  'create-shop-with-subscription': sets.changesShop,

  // Quantities
  'preview-quantities': [may.stripe],
  'change-quantities': sets.changesShop,

  // Endings
  'set-auto-renewal': sets.changesShop,
  'cancel-subscription': sets.changesShop,
  'preview-ending': [may.stripe],
} as const satisfies CallPermissions;

/** The functions of the calls about prices, payments and documents, and of Stripe’s events. */
const billing = {
  // Prices and payments
  'list-prices': [may.stripe],
  'calculate-pricing': [may.stripe],
  'validate-promo-code': [may.stripe],
  'get-item-price': [],
  'pay-subscription': sets.changesShop,
  'create-setup-intent': [may.stripe, may.publicSettings],
  'set-default-payment-method': sets.changesShop,
  'stripe-webhook': [may.stripe, may.tasks],

  // Documents
  'list-documents': [may.documentsInIndex],
  'get-document': [may.documentsTable('GetItem'), may.stripe],
  'get-next-invoice': [may.stripe],
  'issue-receipt': [may.documentsTable('GetItem', 'PutItem')],
  'create-document-export': [may.usersTable('GetItem', 'PutItem'), may.documentsInIndex, may.tasks],
  'list-document-exports': [may.usersTable('GetItem')],
  'get-document-export': [may.usersTable('GetItem'), may.exported('GetObject')],
} as const satisfies CallPermissions;

/** The functions of the calls about devices, requests and movements, and of Kintone’s webhooks. */
const devices = {
  // Devices and repairs, from the mirror
  'list-shop-devices': [may.devicesInIndex],
  'list-devices': [may.devicesInIndex, may.usersTable('BatchGetItem')],
  'get-device-sync': [may.devicesTable('GetItem')],
  'sync-devices': [...sets.mirrorsDevices, may.usersTable('Query')],
  'list-repairs': [may.devicesTable('GetItem', 'Query')],
  'list-work-records': [may.devicesTable('GetItem', 'Query')],
  'kintone-webhook': [may.tasks, may.webhookPath],

  // Device requests
  'return-device': [...sets.requestsDevice, ...sets.changesShop, may.devicesTable('BatchGetItem'), may.tasks],
  'request-exchange': sets.requestsDevice,
  'request-repair': sets.requestsDevice,

  // What is shipped, collected and swapped
  'list-movements': [may.devicesTable('Query'), may.devicesInIndex],
  'mark-sent': sets.changesMovement,
  'withdraw-movement': [
    ...sets.changesMovement,
    may.usersTable('UpdateItem'),
    may.devicesTable('BatchGetItem'),
    may.records,
  ],
} as const satisfies CallPermissions;

/** The functions of the calls about the portal itself. */
const http = {
  'get-system-information': [...sets.asksWhoIsAdministrator, may.devicesTable('GetItem'), may.version],
  'get-config': [may.publicSettings, may.contact],
  'report-client-error': [],
} as const satisfies CallPermissions;

/** The functions of the calls by subject, each with a stack of its own; those of `http` stand in the gateway's. */
export const subjects = { accounts, signIn, shops, billing, devices, http } as const;

export type Subject = keyof typeof subjects;

const permissionsOf: Record<CallName, readonly may.Permission[]> = {
  ...accounts,
  ...signIn,
  ...shops,
  ...billing,
  ...devices,
  ...http,
};

/** Calls that may charge a card take longer; what others call often leaves the account's concurrency to people. */
const settingsOf: Partial<Record<CallName, Pick<may.FunctionDeclaration, 'timeout' | 'concurrency'>>> = {
  'create-subscription': { timeout: chargeTimeout },
  'change-quantities': { timeout: chargeTimeout },
  'pay-subscription': { timeout: chargeTimeout },
  'return-device': { timeout: chargeTimeout },
  'stripe-webhook': { concurrency: 8 },
  'kintone-webhook': { concurrency: 2 },
};

/** Permissions that follow from the call's entry in the contract. */
function commonPermissions(call: ListedCall): may.Permission[] {
  const signedIn = call.access === 'user' || call.access === 'admin';
  // An administrator may make the call for a user: Cognito is then asked whether they still are one, and a change is
  // recorded (functions/http/middleware.ts).
  const impersonable = call.access === 'user' && call.impersonation !== 'refused';
  return [
    may.portalOrigin,
    ...(signedIn ? [may.usersTable('Query')] : []),
    // Counts what the call costs (functions/http/limit-use.ts).
    ...(Object.keys(costOf(call)).length > 0 ? [may.usersTable('GetItem', 'UpdateItem'), may.limits] : []),
    // Finds the shop of what the call names (functions/http/middleware.ts).
    ...(call.owns ? [may.usersTable('GetItem', 'BatchGetItem')] : []),
    ...(impersonable ? sets.asksWhoIsAdministrator : []),
    ...(impersonable && call.method !== 'GET' ? [may.auditRecord] : []),
  ];
}

/** The function of a call. They share one alarm, which names the routes that fail. */
export const callFunction = (call: ListedCall): may.FunctionDeclaration => ({
  ...settingsOf[call.name],
  errorImpact: `${call.method} ${call.path} is not possible`,
  permissions: [...commonPermissions(call), ...permissionsOf[call.name]],
});

export const callsOf = (subject: Subject): ListedCall[] => calls.filter(({ name }) => name in subjects[subject]);
