import * as device from '#shared/contract/device';
import { requestDevice } from './request-device';
import { returnAlone, returnAndLower } from './return-device';
import { defineDeviceHandler } from '#functions/http/define-handler';
import * as repair from '#shared/contract/repair';

export const returnDevice = defineDeviceHandler(device.returnDevice, async ({ caller, body, idempotency }) => {
  const { serialNumber, stripeSubscriptionId: subscriptionId, reason, additionalInfo: notes = '', alsoReduce } = body;
  const asked = { kind: 'return', serialNumber, subscriptionId, reason, notes } as const;
  const request = await (alsoReduce ? returnAndLower : returnAlone)(caller, asked, idempotency);
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

export const requestRepair = defineDeviceHandler(repair.requestRepair, async ({ caller, body, idempotency }) => {
  const { serialNumber, issues, additionalInfo } = body;
  const request = await requestDevice(
    caller,
    { kind: 'repair', serialNumber, issues, notes: additionalInfo },
    idempotency,
  );
  return { message: '修理申請を受け付けました', request };
});
