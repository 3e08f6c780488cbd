import { cognito, publicSettings, stripe, usersTable, type Grant } from './grants';

export interface Access {
  /** What a customer loses when the function fails; becomes its description and its alarm's text. */
  errorImpact: string;
  /** Beside the query that authenticates `user` and `admin` calls, which every such call has. */
  grants: readonly Grant[];
}

/**
 * What the function of each call may use, and nothing beside it. The local cloud enforces these permissions too, so a
 * missing one fails in the tests and not in AWS.
 */
export const access: Readonly<Record<string, Access>> = {
  // Signing in and out
  'login': { errorImpact: 'nobody can sign in', grants: [usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), cognito('AdminInitiateAuth')] },
  'verify-mfa': {
    errorImpact: 'nobody with a second step can sign in',
    grants: [usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), cognito('AdminRespondToAuthChallenge')],
  },
  'logout': { errorImpact: 'a session stays open until it expires', grants: [usersTable('DeleteItem')] },

  // Registration and reset
  'request-registration': { errorImpact: 'nobody can register', grants: [usersTable('GetItem', 'PutItem', 'UpdateItem'), cognito()] },
  'register': { errorImpact: 'nobody can register by the older path', grants: [usersTable('GetItem', 'PutItem', 'UpdateItem'), cognito()] },
  'verify-registration': { errorImpact: 'nobody can finish a registration', grants: [usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), cognito('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes')] },
  'resend-registration': { errorImpact: 'who lost the code cannot finish a registration', grants: [usersTable('GetItem', 'UpdateItem'), cognito()] },
  'verify-email': { errorImpact: 'the link of the registration mail does not work', grants: [usersTable('GetItem', 'UpdateItem', 'DeleteItem'), cognito('AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes')] },
  'resend-verification': { errorImpact: 'who lost the mail cannot finish a registration', grants: [usersTable('GetItem', 'UpdateItem'), cognito()] },
  'request-reset': { errorImpact: 'who forgot the password is shut out', grants: [usersTable('GetItem', 'UpdateItem'), cognito()] },
  'reset-password': { errorImpact: 'who forgot the password is shut out', grants: [usersTable('Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), cognito()] },

  // The account
  'get-user': { errorImpact: 'the portal does not open', grants: [] },
  'mark-setup-complete': { errorImpact: 'the first-time wizard may show twice', grants: [usersTable('UpdateItem')] },

  // Shops and what they pay
  'list-shops': { errorImpact: 'nobody sees shops, services and payments', grants: [usersTable('PutItem', 'DeleteItem'), stripe()] },
  'list-prices': { errorImpact: 'prices are not shown', grants: [stripe()] },
  'calculate-pricing': { errorImpact: 'nobody sees what a new shop would cost', grants: [usersTable('GetItem', 'UpdateItem'), stripe()] },
  'validate-promo-code': { errorImpact: 'promotion codes cannot be used', grants: [usersTable('GetItem', 'UpdateItem'), stripe()] },
  'create-store-only': { errorImpact: 'no shop can be opened', grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), stripe()] },
  'create-with-subscription': { errorImpact: 'no device can be rented', grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), stripe()] },

  // The platform
  'get-config': { errorImpact: 'no card can be entered', grants: [publicSettings()] },
  'stripe-webhook': {
    errorImpact: 'what the portal shows lags behind Stripe until the next reconcile',
    grants: [usersTable('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), stripe()],
  },
};
