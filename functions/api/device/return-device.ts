import * as device from '#shared/contract/device';
import { requestDevice } from '../../domain/device-requests/request-device';
import { defineDeviceHandler } from '../../http/define-handler';

export const handler = defineDeviceHandler(device.returnDevice, async ({ caller, body, idempotency }) => {
  const { serialNumber, stripeSubscriptionId, reason, additionalInfo = '', alsoReduce } = body;
  const request = await requestDevice(
    caller,
    { kind: 'return', serialNumber, subscriptionId: stripeSubscriptionId, reason, notes: additionalInfo, alsoReduce },
    idempotency,
  );
  return { message: '返却の申請を受け付けました', request };
});
