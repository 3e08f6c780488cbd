import { chargeTimeout } from '#shared/limits';
import type { CallName } from '#shared/contract/index';
import {
  asksWhoIsAdministrator,
  changesAccount,
  changesShop,
  changesShopOnce,
  countsAttempts,
  endsOtherSessions,
  endsSessions,
  makesMasterPassword,
  opensShop,
  renewsSnapshots,
  requestsCode,
  requestsDevice,
  writesSessions,
} from './capabilities';
import {
  archive,
  auditRecord,
  cognito,
  cognitoClient,
  contact,
  devicesBySubscription,
  devicesTable,
  documentsTable,
  lateCharges,
  notice,
  publicSettings,
  records,
  stripe,
  quotas,
  usersTable,
  version,
  type FunctionDeclaration,
} from './grants';

/** The function of each call; `permissions` are those that `commonPermissions` does not give. */
export const callFunctions: Readonly<Record<CallName, FunctionDeclaration>> = {
  // Signing in and out
  login: {
    errorImpact: 'nobody can sign in',
    permissions: [
      ...writesSessions,
      // Transactions check the credential epoch: of a browser's session, and of the administrator who impersonates.
      usersTable('ConditionCheckItem'),
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminListGroupsForUser'),
    ],
  },
  'verify-mfa': {
    errorImpact: 'nobody with a second step can sign in',
    permissions: [
      ...writesSessions,
      // A browser is remembered only within the credential epoch of its session.
      usersTable('ConditionCheckItem'),
      cognitoClient('AdminRespondToAuthChallenge', 'AdminGetUser', 'AdminListGroupsForUser'),
    ],
  },
  logout: {
    errorImpact: 'a session stays open until it expires',
    permissions: [...endsSessions, usersTable('PutItem'), cognitoClient()],
  },

  // Registration and reset
  'request-registration': { errorImpact: 'nobody can register', permissions: requestsCode },
  register: { errorImpact: 'nobody can register by the older path', permissions: requestsCode },
  'cancel-registration': {
    errorImpact: 'whoever did not register cannot have the registration with their address deleted',
    permissions: [
      usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminDeleteUser'),
      auditRecord(),
      contact(),
    ],
  },
  'verify-registration': {
    errorImpact: 'nobody can finish a registration',
    permissions: [
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
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminUpdateUserAttributes'),
    ],
  },
  'request-email-change': {
    errorImpact: 'nobody can change their e-mail address',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'verify-email-change': {
    errorImpact: 'nobody can change their e-mail address',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser'), stripe()],
  },
  'resend-email-change': {
    errorImpact: 'whoever lost the code cannot change their e-mail address',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'can-delete-user': { errorImpact: 'nobody can delete their account', permissions: [] },
  'delete-user': {
    errorImpact: 'nobody can delete their account',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminDeleteUser')],
  },

  // Security of the account
  'confirm-password': {
    errorImpact: 'after half an hour nobody can make changes that ask for a recent authentication',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'change-password': {
    errorImpact: 'nobody can change their password except by a reset',
    permissions: [
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
      usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
      cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminUpdateUserAttributes'),
      auditRecord(),
    ],
  },
  'verify-sms': {
    errorImpact: 'two-step sign-in by SMS cannot be switched on',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference')],
  },
  'set-up-totp': {
    errorImpact: 'two-step sign-in by app cannot be switched on',
    permissions: [...endsSessions, cognitoClient('AdminInitiateAuth', 'AdminGetUser')],
  },
  'verify-totp': {
    errorImpact: 'two-step sign-in by app cannot be switched on',
    permissions: [...changesAccount, cognitoClient('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference')],
  },
  'disable-mfa': {
    errorImpact: 'two-step sign-in cannot be switched off',
    permissions: [
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

  // Shops, subscriptions, payments
  'list-shops': {
    errorImpact: 'nobody sees shops, services and payments',
    permissions: renewsSnapshots,
  },
  'list-prices': { errorImpact: 'prices are not shown', permissions: [stripe()] },
  'calculate-pricing': {
    errorImpact: 'nobody sees what a new shop would cost',
    permissions: [...countsAttempts, ...renewsSnapshots],
  },
  'validate-promo-code': {
    errorImpact: 'promotion codes cannot be used',
    permissions: [...countsAttempts, ...renewsSnapshots],
  },
  'create-shop-only': {
    errorImpact: 'no shop can be opened',
    permissions: [...opensShop, quotas()],
  },
  'create-shop-with-subscription': {
    errorImpact: 'no device can be rented',
    permissions: [...opensShop, quotas()],
  },
  'confirm-invoice-address': {
    errorImpact: 'invoices go to the account address and to no other',
    permissions: changesShopOnce,
  },
  'update-shop': {
    errorImpact: 'nobody can change the name, phone number and addresses of a shop',
    permissions: changesShopOnce,
  },
  'delete-shop': {
    errorImpact: 'no shop can be deleted',
    permissions: [...changesShop, auditRecord()],
  },
  'preview-quantities': { errorImpact: 'nobody sees what other quantities would cost', permissions: [stripe()] },
  'change-quantities': {
    errorImpact: 'nobody can rent more devices or fewer',
    timeout: chargeTimeout,
    permissions: changesShopOnce,
  },
  'set-auto-renewal': {
    errorImpact: 'nobody can let a subscription end or go on',
    permissions: [...changesShop, notice()],
  },
  'cancel-subscription': {
    errorImpact: 'nobody can cancel a subscription',
    permissions: [...changesShop, notice()],
  },
  'pay-subscription': {
    errorImpact: 'nobody can pay what is overdue',
    timeout: chargeTimeout,
    permissions: changesShop,
  },
  'create-setup-intent': {
    errorImpact: 'no card can be saved',
    permissions: [...countsAttempts, stripe(), publicSettings()],
  },
  'set-default-payment-method': {
    errorImpact: 'nobody can pay with another card',
    permissions: changesShop,
  },
  'create-subscription': {
    errorImpact: 'no device can be rented for an existing shop',
    timeout: chargeTimeout,
    permissions: [...opensShop, quotas()],
  },
  'refresh-shop': {
    errorImpact: 'a payment just made shows late',
    permissions: [...renewsSnapshots, ...countsAttempts, quotas()],
  },
  'get-item-price': {
    errorImpact: 'the confirmation of other quantities shows the standard price',
    permissions: [stripe()],
  },

  // Documents, from the archive
  'list-documents': { errorImpact: 'nobody finds their invoices', permissions: [documentsTable('Query')] },
  'get-document': {
    errorImpact: 'nobody can open an archived invoice',
    permissions: [documentsTable('GetItem', 'Query'), archive('GetObject')],
  },

  // Devices and repairs, from the mirror
  'list-shop-devices': { errorImpact: "nobody sees a shop's devices", permissions: [devicesBySubscription()] },
  'list-devices': { errorImpact: 'nobody sees their devices', permissions: [devicesBySubscription()] },
  'get-device-sync': {
    errorImpact: 'nobody sees how old the list of devices is',
    permissions: [devicesTable('GetItem')],
  },
  'sync-devices': {
    errorImpact: 'a change of devices shows after the next scheduled run, not at once',
    permissions: [
      ...countsAttempts,
      quotas(),
      devicesTable('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
      devicesBySubscription(),
      records(),
    ],
  },
  'list-repairs': {
    errorImpact: 'nobody sees the repairs of a device',
    permissions: [devicesTable('GetItem', 'Query')],
  },
  'list-work-records': {
    errorImpact: 'nobody sees how far a repair is',
    permissions: [devicesTable('GetItem', 'Query')],
  },

  // Device requests
  'return-device': { errorImpact: 'no device can be sent back', permissions: requestsDevice },
  'request-exchange': { errorImpact: 'no broken device is exchanged', permissions: requestsDevice },
  'request-repair': { errorImpact: 'no device is repaired', permissions: requestsDevice },

  // The platform
  'get-config': {
    errorImpact: 'no card can be entered',
    permissions: [publicSettings(), lateCharges(), notice(), contact()],
  },
  'stripe-webhook': {
    // Each run makes up to three requests for a shop, and an endpoint of Stripe accepts 25 a second.
    concurrency: 8,
    errorImpact: 'what the portal shows lags behind Stripe until the next reconcile',
    permissions: [...opensShop, lateCharges()],
  },
};
