import * as device from '#shared/contract/device';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { requestDevice } from '../../domain/device-requests/request-device';
import { returnAndLower } from '../../domain/device-requests/return-device';
import * as devices from '../../domain/devices/list-devices';
import * as sync from '../../domain/devices/sync';
import { defineDeviceHandler, defineHandler } from '../../http/define-handler';

export const listShopDevices = defineHandler(device.listShopDevices, ({ caller, params }) =>
  devices.listShopDevices(caller, params.id),
);

export const listDevices = defineHandler(device.listDevices, ({ caller, query }) =>
  devices.listDevices(caller, query.after),
);

export const getDeviceSync = defineHandler(device.getDeviceSync, async () => ({ finishedAt: await lastDeviceSync() }));

export const syncDevices = defineHandler(device.syncDevices, ({ caller }) => sync.syncDevices(caller));

export const returnDevice = defineDeviceHandler(device.returnDevice, async ({ caller, body, idempotency }) => {
  const { serialNumber, stripeSubscriptionId: subscriptionId, reason, additionalInfo: notes = '', alsoReduce } = body;
  const asked = { kind: 'return', serialNumber, subscriptionId, reason, notes } as const;
  const request = await (alsoReduce ? returnAndLower : requestDevice)(caller, asked, idempotency);
  return { message: '返却の申請を受け付けました', request };
});

export const requestExchange = defineDeviceHandler(device.requestExchange, async ({ caller, body, idempotency }) => {
  const { serialNumber, issues, notes = '', customerId } = body;
  const request = await requestDevice(
    caller,
    { kind: 'exchange', serialNumber, customerId, issues, notes },
    idempotency,
  );
  return { message: '交換リクエストを受け付けました', request };
});
