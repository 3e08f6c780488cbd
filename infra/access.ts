import {
  auditRecord,
  cognito,
  devicesBySubscription,
  devicesTable,
  masterPassword,
  publicSettings,
  records,
  staffTopic,
  stripe,
  usersTable,
  version,
  type Grant,
} from './grants';

export interface Access {
  /** What a customer loses when the function fails; becomes its description and its alarm's text. */
  errorImpact: string;
  /** Beside the query that authenticates `user` and `admin` calls, which every such call has. */
  grants: readonly Grant[];
}

/** Accepting a request for a device, and delivering it at once. */
const deviceRequest: readonly Grant[] = [
  devicesTable('GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'),
  records(),
  staffTopic(),
];

/**
 * What the function of each call may use, and nothing beside it. The local cloud enforces these permissions too, so a
 * missing one fails in the tests and not in AWS.
 */
export const access: Readonly<Record<string, Access>> = {
  // Signing in and out
  login: {
    errorImpact: 'nobody can sign in',
    grants: [
      usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser', 'AdminListGroupsForUser'),
      masterPassword('GetSecretValue'),
      auditRecord(),
    ],
  },
  'verify-mfa': {
    errorImpact: 'nobody with a second step can sign in',
    grants: [
      usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminRespondToAuthChallenge', 'AdminGetUser', 'AdminListGroupsForUser'),
    ],
  },
  logout: { errorImpact: 'a session stays open until it expires', grants: [usersTable('DeleteItem'), auditRecord()] },

  // Registration and reset
  'request-registration': {
    errorImpact: 'nobody can register',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem'), cognito()],
  },
  register: {
    errorImpact: 'nobody can register by the older path',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem'), cognito()],
  },
  'verify-registration': {
    errorImpact: 'nobody can finish a registration',
    grants: [
      usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
    ],
  },
  'resend-registration': {
    errorImpact: 'who lost the code cannot finish a registration',
    grants: [usersTable('GetItem', 'UpdateItem'), cognito()],
  },
  'verify-email': {
    errorImpact: 'the link of the registration mail does not work',
    grants: [
      usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes'),
    ],
  },
  'resend-verification': {
    errorImpact: 'who lost the mail cannot finish a registration',
    grants: [usersTable('GetItem', 'UpdateItem'), cognito()],
  },
  'request-reset': {
    errorImpact: 'who forgot the password is shut out',
    grants: [usersTable('GetItem', 'UpdateItem'), cognito()],
  },
  'reset-password': {
    errorImpact: 'who forgot the password is shut out',
    grants: [usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), cognito()],
  },

  // The account
  'get-user': { errorImpact: 'the portal does not open', grants: [] },
  'mark-setup-complete': { errorImpact: 'the first-time wizard may show twice', grants: [usersTable('UpdateItem')] },
  'update-profile': {
    errorImpact: 'nobody can change their name or phone number',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), cognito('AdminGetUser', 'AdminUpdateUserAttributes')],
  },
  'request-email-change': {
    errorImpact: 'nobody can change their e-mail address',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser'),
    ],
  },
  'verify-email-change': {
    errorImpact: 'nobody can change their e-mail address',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser'),
      stripe(),
    ],
  },
  'resend-email-change': {
    errorImpact: 'who lost the code cannot change their e-mail address',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser'),
    ],
  },
  'can-delete-user': { errorImpact: 'nobody can delete their account', grants: [] },
  'delete-user': {
    errorImpact: 'nobody can delete their account',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminDeleteUser'),
      auditRecord(),
    ],
  },

  // Its security
  'confirm-password': {
    errorImpact: 'nobody who signed in more than half an hour ago can change what is sensitive',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), cognito('AdminInitiateAuth')],
  },
  'change-password': {
    errorImpact: 'nobody can change their password but by a reset',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminSetUserPassword'),
    ],
  },
  'get-mfa-status': {
    errorImpact: 'nobody sees whether two-step sign-in is on',
    grants: [usersTable('GetItem'), cognito('AdminGetUser')],
  },
  'set-up-sms': {
    errorImpact: 'two-step sign-in by SMS cannot be switched on',
    grants: [
      usersTable('GetItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser', 'AdminUpdateUserAttributes'),
    ],
  },
  'verify-sms': {
    errorImpact: 'two-step sign-in by SMS cannot be switched on',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference'),
    ],
  },
  'set-up-totp': {
    errorImpact: 'two-step sign-in by app cannot be switched on',
    grants: [usersTable('DeleteItem'), cognito('AdminInitiateAuth', 'AdminGetUser')],
  },
  'verify-totp': {
    errorImpact: 'two-step sign-in by app cannot be switched on',
    grants: [
      usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      cognito('AdminInitiateAuth', 'AdminGetUser', 'AdminSetUserMFAPreference'),
    ],
  },
  'disable-mfa': {
    errorImpact: 'two-step sign-in cannot be switched off',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), cognito('AdminGetUser', 'AdminSetUserMFAPreference')],
  },
  'list-sessions': { errorImpact: 'nobody sees where they are signed in', grants: [] },
  'end-session': { errorImpact: 'a lost device stays signed in', grants: [usersTable('DeleteItem')] },
  'end-other-sessions': { errorImpact: 'lost devices stay signed in', grants: [usersTable('DeleteItem')] },

  // Administrators
  'get-master-password': {
    errorImpact: 'administrators cannot act for a user',
    grants: [masterPassword('GetSecretValue'), auditRecord()],
  },
  'get-system-information': {
    errorImpact: 'administrators do not see the state of the system',
    grants: [devicesTable('GetItem'), version()],
  },

  // Shops and what they pay
  'list-shops': {
    errorImpact: 'nobody sees shops, services and payments',
    grants: [usersTable('PutItem', 'DeleteItem'), stripe()],
  },
  'list-prices': { errorImpact: 'prices are not shown', grants: [stripe()] },
  'calculate-pricing': {
    errorImpact: 'nobody sees what a new shop would cost',
    grants: [usersTable('GetItem', 'UpdateItem'), stripe()],
  },
  'validate-promo-code': {
    errorImpact: 'promotion codes cannot be used',
    grants: [usersTable('GetItem', 'UpdateItem'), stripe()],
  },
  'create-shop-only': {
    errorImpact: 'no shop can be opened',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'), stripe()],
  },
  'create-shop-with-subscription': {
    errorImpact: 'no device can be rented',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'), stripe()],
  },
  'update-shop': {
    errorImpact: 'nobody can change the name, phone number and addresses of a shop',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'delete-shop': {
    errorImpact: 'no shop can be deleted',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), stripe(), auditRecord()],
  },
  'preview-quantities': { errorImpact: 'nobody sees what other quantities would cost', grants: [stripe()] },
  'change-quantities': {
    errorImpact: 'nobody can rent more devices or fewer',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'set-auto-renewal': {
    errorImpact: 'nobody can let a contract end or go on',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'cancel-subscription': {
    errorImpact: 'nobody can cancel a contract',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'pay-subscription': {
    errorImpact: 'nobody can pay what is overdue',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'create-setup-intent': {
    errorImpact: 'no card can be saved',
    grants: [usersTable('GetItem', 'UpdateItem'), stripe(), publicSettings()],
  },
  'set-default-payment-method': {
    errorImpact: 'nobody can pay with another card',
    grants: [usersTable('PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'create-subscription': {
    errorImpact: 'no device can be rented for a shop that is there',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
  'refresh-shop': {
    errorImpact: 'a payment just made shows late',
    grants: [usersTable('PutItem', 'DeleteItem'), stripe()],
  },
  'get-item-price': {
    errorImpact: 'the confirmation of other quantities shows the standard price',
    grants: [stripe()],
  },

  // Devices and repairs, from the mirror
  'list-shop-devices': { errorImpact: "nobody sees a shop's devices", grants: [devicesBySubscription()] },
  'list-devices': { errorImpact: 'nobody sees their devices', grants: [devicesBySubscription()] },
  'get-device-sync': { errorImpact: 'nobody sees how old the list of devices is', grants: [devicesTable('GetItem')] },
  'sync-devices': {
    errorImpact: 'a change of devices shows when the schedule comes by and not at once',
    grants: [
      usersTable('GetItem', 'UpdateItem'),
      devicesTable('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
      devicesBySubscription(),
      records(),
    ],
  },
  'list-repairs': { errorImpact: 'nobody sees the repairs of a device', grants: [devicesTable('GetItem', 'Query')] },
  'list-work-records': { errorImpact: 'nobody sees how far a repair is', grants: [devicesTable('GetItem', 'Query')] },

  // What is asked for devices
  'return-device': { errorImpact: 'no device can be sent back', grants: deviceRequest },
  'request-exchange': { errorImpact: 'no broken device is exchanged', grants: deviceRequest },
  'request-repair': { errorImpact: 'no device is repaired', grants: deviceRequest },

  // The platform
  'get-config': { errorImpact: 'no card can be entered', grants: [publicSettings()] },
  'stripe-webhook': {
    errorImpact: 'what the portal shows lags behind Stripe until the next reconcile',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'), stripe()],
  },
};
