import type { CallName } from '#shared/contract/index';
import { chargeTimeout } from '#shared/limits';
import { renewsSnapshots, changesShop } from './capabilities';
import { usersTable, auditRecord, stripe, type FunctionDeclaration } from './grants';

/** The functions of the calls about shops and their subscriptions, from opening to ending. */
export const shops = {
  // Shops
  'list-shops': {
    errorImpact: 'nobody sees shops, services and payments',
    permissions: [...renewsSnapshots, usersTable('BatchGetItem')],
  },
  'refresh-shop': {
    errorImpact: 'a payment just made shows late',
    permissions: renewsSnapshots,
  },
  'update-shop': {
    errorImpact: 'nobody can change the name, phone number and addresses of a shop',
    permissions: changesShop,
  },
  'confirm-invoice-address': {
    errorImpact: 'invoices go to the account address and to no other',
    permissions: changesShop,
  },
  'delete-shop': {
    errorImpact: 'no shop can be deleted',
    permissions: [...changesShop, auditRecord()],
  },

  // Openings
  'create-subscription': {
    errorImpact: 'no device can be rented for an existing shop',
    timeout: chargeTimeout,
    permissions: [...changesShop],
  },
  'create-shop-only': {
    errorImpact: 'no shop can be opened',
    permissions: [...changesShop],
  },
  'create-shop-with-subscription': {
    errorImpact: 'no device can be rented',
    permissions: [...changesShop],
  },

  // Quantities
  'preview-quantities': { errorImpact: 'nobody sees what other quantities would cost', permissions: [stripe()] },
  'change-quantities': {
    errorImpact: 'nobody can rent more devices or fewer',
    timeout: chargeTimeout,
    permissions: changesShop,
  },

  // Endings
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
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
