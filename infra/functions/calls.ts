import { costOf } from '#shared/contract/call';
import { calls, type CallName, type ListedCall } from '#shared/contract/index';
import { chargeTimeout } from '#shared/constants';
import {
  asksWhoIsAdministrator,
  makesMasterPassword,
  requestsCode,
  endsSessions,
  endsOtherSessions,
  writesSessions,
  changesAccount,
  keepsSnapshots,
  mirrorsDevices,
  refreshesShops,
  changesShop,
  changesMovement,
  requestsDevice,
} from './permission-sets';
import {
  usersTable,
  devicesTable,
  devicesOfManyInIndex,
  documentsTable,
  documentsInIndex,
  auditRecord,
  tasks,
  stripe,
  webhookPath,
  records,
  exported,
  cognito,
  cognitoClient,
  takesOverShops,
  version,
  portalOrigin,
  limits,
  contact,
  publicSettings,
  type FunctionDeclaration,
  type Permission,
} from './permissions';

/** What functions of calls may do beside what follows from the contract ({@link commonPermissions}). */
type CallPermissions = Partial<Record<CallName, readonly Permission[]>>;

/** The functions of the calls about accounts: registration, reset, profile, change of address, deletion. */
const accounts = {
  'get-user': [usersTable('UpdateItem')],
  'mark-setup-complete': [usersTable('UpdateItem')],
  'update-profile': [
    tasks,
    usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
    cognito('AdminGetUser', 'AdminUpdateUserAttributes'),
  ],
  'request-email-change': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'verify-email-change': [
    ...changesAccount,
    ...keepsSnapshots,
    cognitoClient('AdminInitiateAuth', 'AdminGetUser'),
    stripe,
  ],
  'resend-email-change': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'can-delete-user': [],
  'delete-user': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminDeleteUser')],
  'request-reset': requestsCode,
  'reset-password': [
    tasks,
    ...writesSessions,
    cognitoClient('AdminGetUser', 'AdminSetUserMFAPreference', 'AdminSetUserPassword', 'AdminUserGlobalSignOut'),
  ],
  'verify-email': [
    usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
    cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
  ],
  'cancel-registration': [
    tasks,
    usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
    cognito('AdminGetUser', 'AdminDeleteUser'),
    auditRecord,
    contact,
  ],
  'resend-verification': requestsCode,
  'request-registration': requestsCode,
  register: requestsCode,
  'verify-registration': [
    takesOverShops,
    ...writesSessions,
    // A browser is remembered only within the credential epoch of its session.
    usersTable('ConditionCheckItem'),
    cognitoClient('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
  ],
  'resend-registration': requestsCode,
} as const satisfies CallPermissions;

/** The functions of the calls that sign in and out, set up what secures an account, and let administrators in. */
const signIn = {
  // Signing in and out
  login: [
    tasks,
    ...writesSessions,
    // Transactions check the credential epoch: of a browser's session, and of the administrator who impersonates.
    usersTable('ConditionCheckItem'),
    cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminListGroupsForUser'),
    // Users that staff made or changed in Cognito's console.
    cognito('AdminRespondToAuthChallenge', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
  ],
  'verify-mfa': [
    tasks,
    ...writesSessions,
    // A browser is remembered only within the credential epoch of its session.
    usersTable('ConditionCheckItem'),
    cognitoClient('AdminRespondToAuthChallenge', 'AdminGetUser', 'AdminListGroupsForUser'),
  ],
  logout: [...endsSessions, tasks, cognitoClient()],

  // Security of the account
  'confirm-password': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'change-password': [
    ...changesAccount,
    cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserPassword', 'AdminUserGlobalSignOut'),
  ],
  'get-mfa-status': [usersTable('GetItem'), cognito('AdminGetUser')],
  'set-up-sms': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminUpdateUserAttributes')],
  'verify-sms': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference')],
  'set-up-totp': [tasks, usersTable('PutItem'), ...endsSessions, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  'verify-totp': [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference')],
  'disable-mfa': [
    tasks,
    usersTable('PutItem', 'UpdateItem', 'DeleteItem'),
    cognito('AdminGetUser', 'AdminSetUserMFAPreference'),
    auditRecord,
  ],
  'list-sessions': [],
  'end-session': endsOtherSessions,
  'end-other-sessions': endsOtherSessions,

  // Administrators
  'get-master-password': makesMasterPassword,
  'make-master-password': makesMasterPassword,
  'list-impersonations': [],
} as const satisfies CallPermissions;

/** The functions of the calls about shops and their subscriptions, from opening to ending. */
const shops = {
  // Shops
  'list-shops': [...refreshesShops, usersTable('BatchGetItem')],
  'refresh-shop': refreshesShops,
  'update-shop': changesShop,
  'confirm-invoice-address': changesShop,
  'delete-shop': [...changesShop, auditRecord],

  // Openings
  'create-subscription': changesShop,
  'create-shop-only': changesShop,
  'create-shop-with-subscription': changesShop,

  // Quantities
  'preview-quantities': [stripe],
  'change-quantities': changesShop,

  // Endings
  'set-auto-renewal': changesShop,
  'cancel-subscription': changesShop,
  'preview-ending': [stripe],
} as const satisfies CallPermissions;

/** The functions of the calls about prices, payments and documents, and of Stripe’s events. */
const billing = {
  // Prices and payments
  'list-prices': [stripe],
  'calculate-pricing': [stripe],
  'validate-promo-code': [stripe],
  'get-item-price': [],
  'pay-subscription': changesShop,
  'create-setup-intent': [stripe, publicSettings],
  'set-default-payment-method': changesShop,
  'stripe-webhook': [stripe, tasks],

  // Documents
  'list-documents': [documentsInIndex],
  'get-document': [documentsTable('GetItem'), stripe],
  'get-next-invoice': [stripe],
  'issue-receipt': [documentsTable('GetItem', 'PutItem')],
  'create-document-export': [usersTable('Query', 'PutItem'), documentsInIndex, tasks],
  'list-document-exports': [usersTable('GetItem')],
  'get-document-export': [usersTable('GetItem'), exported('GetObject')],
} as const satisfies CallPermissions;

/** The functions of the calls about devices, requests and movements, and of Kintone’s webhooks. */
const devices = {
  // Devices and repairs, from the mirror
  'list-shop-devices': [devicesOfManyInIndex],
  'list-devices': [devicesOfManyInIndex, usersTable('BatchGetItem')],
  'get-device-sync': [devicesTable('GetItem')],
  'sync-devices': [...mirrorsDevices, usersTable('Query')],
  'list-repairs': [devicesTable('GetItem', 'Query')],
  'list-work-records': [devicesTable('GetItem', 'Query')],
  'kintone-webhook': [tasks, webhookPath],

  // Device requests
  'return-device': [...requestsDevice, ...changesShop, devicesTable('BatchGetItem'), tasks],
  'request-exchange': requestsDevice,
  'request-repair': requestsDevice,

  // What is shipped, collected and swapped
  'list-movements': [devicesTable('Query'), devicesOfManyInIndex],
  'mark-sent': changesMovement,
  'withdraw-movement': [...changesMovement, usersTable('UpdateItem'), devicesTable('BatchGetItem'), records],
} as const satisfies CallPermissions;

/** The functions of the calls about the portal itself. */
const http = {
  'get-system-information': [...asksWhoIsAdministrator, devicesTable('GetItem'), version],
  'get-config': [publicSettings, contact],
  'report-client-error': [],
} as const satisfies CallPermissions;

/**
 * The functions of the calls by subject. Each subject has a stack of its own, so that none grows full, but for `http`,
 * whose calls stand in the gateway's.
 */
export const subjects = { accounts, signIn, shops, billing, devices, http } as const;

export type Subject = keyof typeof subjects;

const permissionsOf: Record<CallName, readonly Permission[]> = {
  ...accounts,
  ...signIn,
  ...shops,
  ...billing,
  ...devices,
  ...http,
};

/** Calls that may charge a card take longer; what others call often leaves the account's concurrency to people. */
const settingsOf: Partial<Record<CallName, Pick<FunctionDeclaration, 'timeout' | 'concurrency'>>> = {
  'create-subscription': { timeout: chargeTimeout },
  'change-quantities': { timeout: chargeTimeout },
  'pay-subscription': { timeout: chargeTimeout },
  'return-device': { timeout: chargeTimeout },
  'stripe-webhook': { concurrency: 8 },
  'kintone-webhook': { concurrency: 2 },
};

/** Permissions that follow from the call's entry in the contract. */
function commonPermissions(call: ListedCall): Permission[] {
  const signedIn = call.access === 'user' || call.access === 'admin';
  // An administrator may make the call for a user: Cognito is then asked whether they still are one, and a change is
  // recorded (functions/http/middleware.ts).
  const impersonable = call.access === 'user' && call.impersonation !== 'refused';
  return [
    portalOrigin,
    ...(signedIn ? [usersTable('Query')] : []),
    // Counts what the call costs (functions/http/limit-use.ts).
    ...(Object.keys(costOf(call)).length > 0 ? [usersTable('GetItem', 'UpdateItem'), limits] : []),
    // Finds the shop of what the call names (functions/http/middleware.ts).
    ...(call.owns ? [usersTable('GetItem', 'BatchGetItem')] : []),
    ...(impersonable ? asksWhoIsAdministrator : []),
    ...(impersonable && call.method !== 'GET' ? [auditRecord] : []),
  ];
}

/** The function of a call. They share one alarm, which names the routes that fail. */
export const callFunction = (call: ListedCall): FunctionDeclaration => ({
  ...settingsOf[call.name],
  errorImpact: `${call.method} ${call.path} is not possible`,
  permissions: [...commonPermissions(call), ...permissionsOf[call.name]],
});

export const callsOf = (subject: Subject): ListedCall[] => calls.filter(({ name }) => name in subjects[subject]);
