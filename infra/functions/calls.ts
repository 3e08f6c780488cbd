import { chargeTimeout } from '#shared/limits';
import { costOf } from '#shared/contract/call';
import type { CallName, ListedCall } from '#shared/contract/index';
import { accountCalls } from './account-calls';
import { asksWhoIsAdministrator, renewsSnapshots, changesShop } from './capabilities';
import { deviceCalls } from './device-calls';
import {
  auditRecord,
  contact,
  documentsTable,
  exported,
  limits,
  portalOrigin,
  publicSettings,
  stripe,
  tasks,
  usersTable,
  webhookPath,
  type FunctionDeclaration,
  type Grant,
} from './grants';

/** The function of each call; `permissions` are those that `commonPermissions` does not give. */
export const callFunctions: Readonly<Record<CallName, FunctionDeclaration>> = {
  ...accountCalls,

  // Shops, subscriptions, payments
  'list-shops': {
    errorImpact: 'nobody sees shops, services and payments',
    permissions: [...renewsSnapshots, usersTable('BatchGetItem')],
  },
  'list-prices': { errorImpact: 'prices are not shown', permissions: [stripe()] },
  'calculate-pricing': {
    errorImpact: 'nobody sees what a new shop would cost',
    permissions: [stripe()],
  },
  'validate-promo-code': {
    errorImpact: 'promotion codes cannot be used',
    permissions: [stripe()],
  },
  'create-shop-only': {
    errorImpact: 'no shop can be opened',
    permissions: [...changesShop],
  },
  'create-shop-with-subscription': {
    errorImpact: 'no device can be rented',
    permissions: [...changesShop],
  },
  'confirm-invoice-address': {
    errorImpact: 'invoices go to the account address and to no other',
    permissions: changesShop,
  },
  'update-shop': {
    errorImpact: 'nobody can change the name, phone number and addresses of a shop',
    permissions: changesShop,
  },
  'delete-shop': {
    errorImpact: 'no shop can be deleted',
    permissions: [...changesShop, auditRecord()],
  },
  'preview-quantities': { errorImpact: 'nobody sees what other quantities would cost', permissions: [stripe()] },
  'change-quantities': {
    errorImpact: 'nobody can rent more devices or fewer',
    timeout: chargeTimeout,
    permissions: changesShop,
  },
  'set-auto-renewal': {
    errorImpact: 'nobody can let a subscription end or go on',
    permissions: changesShop,
  },
  'cancel-subscription': {
    errorImpact: 'nobody can cancel a subscription',
    permissions: changesShop,
  },
  'preview-ending': {
    errorImpact: 'nobody sees how a subscription can end, and what each way costs',
    permissions: [stripe()],
  },
  'pay-subscription': {
    errorImpact: 'nobody can pay what is overdue',
    timeout: chargeTimeout,
    permissions: changesShop,
  },
  'create-setup-intent': {
    errorImpact: 'no card can be saved',
    permissions: [stripe(), publicSettings()],
  },
  'set-default-payment-method': {
    errorImpact: 'nobody can pay with another card',
    permissions: changesShop,
  },
  'create-subscription': {
    errorImpact: 'no device can be rented for an existing shop',
    timeout: chargeTimeout,
    permissions: [...changesShop],
  },
  'refresh-shop': {
    errorImpact: 'a payment just made shows late',
    permissions: renewsSnapshots,
  },
  'get-item-price': {
    errorImpact: 'nothing on the screens; callers of the specified price of an item get an error',
    permissions: [],
  },

  // Documents
  'list-documents': { errorImpact: 'nobody finds their invoices', permissions: [documentsTable('Query')] },
  'get-next-invoice': {
    errorImpact: 'nobody sees what is charged next',
    permissions: [stripe()],
  },
  'get-document': {
    errorImpact: 'nobody can open an invoice or receipt',
    permissions: [documentsTable('GetItem'), stripe()],
  },
  'issue-receipt': {
    errorImpact: 'no receipt with an addressee can be made',
    permissions: [documentsTable('GetItem', 'PutItem')],
  },
  'create-document-export': {
    errorImpact: 'nobody can begin a download of a year of documents',
    permissions: [usersTable('Query', 'PutItem'), documentsTable('Query'), tasks()],
  },
  'list-document-exports': {
    errorImpact: 'the page of downloads of a year stays empty',
    permissions: [usersTable('GetItem')],
  },
  'get-document-export': {
    errorImpact: 'nobody can open a download of a year of documents',
    permissions: [usersTable('GetItem'), exported('GetObject')],
  },

  ...deviceCalls,

  // The platform
  'get-config': {
    errorImpact: 'no card can be entered',
    permissions: [publicSettings(), contact()],
  },
  'report-client-error': {
    errorImpact: 'nothing; the staff do not learn of errors of the page',
    permissions: [],
  },
  'stripe-webhook': {
    concurrency: 8,
    errorImpact: 'what the portal shows lags behind Stripe until the next reconcile',
    permissions: [stripe(), tasks()],
  },
  'kintone-webhook': {
    concurrency: 2,
    errorImpact: 'what the staff change is shown only after the next scheduled sync',
    permissions: [tasks(), webhookPath()],
  },
};

/** Permissions that follow from the call's entry in the contract. */
function commonPermissions(call: ListedCall): Grant[] {
  const signedIn = call.access === 'user' || call.access === 'admin';
  // An administrator may make the call for a user: Cognito is then asked whether they still are one, and a change is
  // recorded (functions/http/middleware.ts).
  const impersonable = call.access === 'user' && call.impersonation !== 'refused';
  return [
    portalOrigin(),
    ...(signedIn ? [usersTable('Query')] : []),
    // Counts what the call costs (functions/http/limit-use.ts).
    ...(Object.keys(costOf(call)).length > 0 ? [usersTable('GetItem', 'UpdateItem'), limits()] : []),
    // Finds the shop of what the call names (functions/http/middleware.ts).
    ...(call.owns ? [usersTable('GetItem', 'BatchGetItem')] : []),
    ...(impersonable ? asksWhoIsAdministrator : []),
    ...(impersonable && call.method !== 'GET' ? [auditRecord()] : []),
  ];
}

/** The declared function of a call, with all its permissions. */
export function callFunction(call: ListedCall): FunctionDeclaration {
  const declared = callFunctions[call.name];
  return { ...declared, permissions: [...commonPermissions(call), ...declared.permissions] };
}
