import { chargeTimeout } from '#shared/limits';
import type { CallName } from '#shared/contract/index';
import { changesMovement, changesShop, mirrorsDevices, requestsDevice } from './capabilities';
import { devicesInIndex, devicesTable, tasks, usersTable, type FunctionDeclaration } from './grants';

/** The functions of the calls about devices, repairs and movements. */
export const deviceCalls = {
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
    permissions: [...changesMovement, usersTable('UpdateItem')],
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
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;
