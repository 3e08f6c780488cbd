import type { CallName } from '#shared/contract/index';
import { chargeTimeout } from '#shared/limits';
import { mirrorsDevices, changesShop, changesMovement, requestsDevice } from './capabilities';
import {
  usersTable,
  tasks,
  devicesTable,
  devicesInIndex,
  records,
  webhookPath,
  type FunctionDeclaration,
} from './grants';

/** The functions of the calls about devices, requests and movements, and of Kintone’s webhooks. */
export const devices = {
  // Devices and repairs, from the mirror
  'list-shop-devices': { errorImpact: "nobody sees a shop's devices", permissions: [devicesInIndex()] },
  'list-devices': {
    errorImpact: 'nobody sees their devices',
    permissions: [devicesInIndex(), usersTable('BatchGetItem')],
  },
  'get-device-sync': {
    errorImpact: 'nobody sees how old the list of devices is',
    permissions: [devicesTable('GetItem')],
  },
  'sync-devices': {
    errorImpact: 'a change of devices shows after the next scheduled run, not at once',
    permissions: [...mirrorsDevices, usersTable('Query')],
  },
  'list-repairs': {
    errorImpact: 'nobody sees the repairs of a device',
    permissions: [devicesTable('GetItem', 'Query')],
  },
  'list-work-records': {
    errorImpact: 'nobody sees how far a repair is',
    permissions: [devicesTable('GetItem', 'Query')],
  },
  'kintone-webhook': {
    concurrency: 2,
    errorImpact: 'what the staff change is shown only after the next scheduled sync',
    permissions: [tasks(), webhookPath()],
  },

  // Device requests
  'return-device': {
    errorImpact: 'no device can be sent back',
    timeout: chargeTimeout,
    permissions: [...requestsDevice, ...changesShop, devicesTable('BatchGetItem'), tasks()],
  },
  'request-exchange': {
    errorImpact: 'no broken device is exchanged',
    permissions: requestsDevice,
  },
  'request-repair': { errorImpact: 'no device is repaired', permissions: requestsDevice },

  // What is shipped, collected and swapped
  'list-movements': {
    errorImpact: 'nobody sees what is shipped, collected and swapped',
    permissions: [devicesTable('Query'), devicesInIndex()],
  },
  'mark-sent': {
    errorImpact: 'nobody can name the parcel of the devices they sent back',
    permissions: changesMovement,
  },
  'withdraw-movement': {
    errorImpact: 'nobody can withdraw a return or exchange',
    permissions: [...changesMovement, usersTable('UpdateItem'), devicesTable('BatchGetItem'), records()],
  },
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
