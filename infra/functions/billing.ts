import type { CallName } from '#shared/contract/index';
import { chargeTimeout } from '#shared/limits';
import { changesShop } from './capabilities';
import {
  usersTable,
  tasks,
  documentsTable,
  exported,
  stripe,
  publicSettings,
  type FunctionDeclaration,
} from './grants';

/** The functions of the calls about prices, payments and documents, and of Stripe’s events. */
export const billing = {
  // Prices and payments
  'list-prices': { errorImpact: 'prices are not shown', permissions: [stripe()] },
  'calculate-pricing': {
    errorImpact: 'nobody sees what a new shop would cost',
    permissions: [stripe()],
  },
  'validate-promo-code': {
    errorImpact: 'promotion codes cannot be used',
    permissions: [stripe()],
  },
  'get-item-price': {
    errorImpact: 'nothing on the screens; callers of the specified price of an item get an error',
    permissions: [],
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
  'stripe-webhook': {
    concurrency: 8,
    errorImpact: 'what the portal shows lags behind Stripe until the next reconcile',
    permissions: [stripe(), tasks()],
  },

  // Documents
  'list-documents': { errorImpact: 'nobody finds their invoices', permissions: [documentsTable('Query')] },
  'get-document': {
    errorImpact: 'nobody can open an invoice or receipt',
    permissions: [documentsTable('GetItem'), stripe()],
  },
  'get-next-invoice': {
    errorImpact: 'nobody sees what is charged next',
    permissions: [stripe()],
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
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
