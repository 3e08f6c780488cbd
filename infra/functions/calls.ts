import { chargeTimeout } from '#shared/limits';
import type { CallName } from '#shared/contract/index';
import { accountCalls } from './account-calls';
import {
  countsAttempts,
  renewsSnapshots,
  changesShop,
  changesShopOnce,
  opensShop,
  requestsDevice,
} from './capabilities';
import {
  devicesTable,
  devicesBySubscription,
  documentsTable,
  archive,
  records,
  auditRecord,
  quotas,
  stripe,
  lateCharges,
  notice,
  contact,
  publicSettings,
  type FunctionDeclaration,
} from './grants';

/** The function of each call; `permissions` are those that `commonPermissions` does not give. */
export const callFunctions: Readonly<Record<CallName, FunctionDeclaration>> = {
  ...accountCalls,

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
